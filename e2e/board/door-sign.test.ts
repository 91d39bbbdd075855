import { fillIn } from '../fixtures/forms.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { readQrCode } from '../fixtures/read-qr-code.ts'
import { dialog, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the code of the door sign makes a member available after one tap, also if they must sign in first', async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Choir', ana, ben)
  await setStatus(ben, group, false)
  await ana.page.goto(`/groups/${group.id}`)
  await ana.page.getByRole('button', { name: 'Board', exact: true }).click()
  await dialog(ana.page, 'Board').getByRole('button', { name: 'Print a door sign' }).click()
  await expect(ana.page.getByRole('heading', { name: 'Choir' })).toBeVisible()
  const address = await readQrCode(ana.page)
  await ana.page.emulateMedia({ media: 'print' })
  await expect(ana.page.getByRole('button')).toHaveCount(0)
  const pdf = await ana.page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await ben.context.clearCookies()
  await ben.page.goto(address)
  await expect(ben.page).toHaveURL('/login')
  await fillIn(ben.page, { Email: ben.email, Password: ben.password })
  await ben.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(ben.page).toHaveURL(`/go/available/${group.id}`)
  await ben.page.getByRole('button', { name: /Choir/ }).click()
  await expect(ben.page).toHaveURL(`/groups/${group.id}`)
  await expect(switchOf(ben.page, group)).toBeChecked()
  await ben.page.goto('/dashboard')
  await expect(ben.page.getByRole('heading', { name: 'My Groups' })).toBeVisible()

  await cyd.page.goto(address)
  await expect(cyd.page.getByText('Group not found')).toBeVisible()
})

import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { readQrCode } from '../fixtures/read-qr-code.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'

test('a screen shows a code, the creator types it, and the screen becomes the board', async ({
  ana,
  choir,
  stranger,
}) => {
  const { page: tv } = await stranger('Screen')
  await tv.goto('/board')
  await expect(tv.getByRole('heading', { name: 'Make this screen a board' })).toBeVisible()
  const code = (await tv.locator('#code').textContent()) ?? ''
  expect(code).toMatch(/^[2-9A-Z]{6}$/)
  expect(await findOverflow(tv)).toEqual([])

  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.getByRole('button', { name: 'Board', exact: true }).click()
  const board = dialog(ana.page, 'Board')
  await board.getByRole('button', { name: 'Show it there' }).click()
  await expect(board.getByText('Type the code that the screen shows.')).toBeVisible()
  await board.getByLabel('Code on the screen').fill('222222')
  await board.getByRole('button', { name: 'Show it there' }).click()
  await expect(board.getByRole('alert')).toContainText('This code is wrong or too old.')
  await board.getByLabel('Code on the screen').fill(code.toLowerCase())
  await board.getByRole('button', { name: 'Show it there' }).click()
  await expect(board.getByText('Connected. Look at the screen.')).toBeVisible()
  await expect(board.getByRole('listitem')).toHaveText(/^Counts/)
  await expect(tv.getByRole('img', { name: '2 of 2 available' })).toBeVisible()
  await tv.reload()
  await expect(tv.getByRole('img', { name: '2 of 2 available' })).toBeVisible()
})

test('the QR code of the screen opens the app, also after a sign-in, and asks for the group', async ({
  ana,
  stranger,
}) => {
  const [first] = [await groupOf('Chess', ana), await groupOf('Choir', ana)]
  const { page: tv } = await stranger('Screen')
  await tv.goto('/board')
  await tv.locator('#qr').waitFor()
  const address = await readQrCode(tv)
  await ana.context.clearCookies()
  await ana.page.goto(address)
  await expect(ana.page).toHaveURL('/login')
  await fillIn(ana.page, { Email: ana.email, Password: ana.password })
  await ana.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(ana.page.getByRole('heading', { name: 'Show a group on a screen' })).toBeVisible()
  await ana.page.getByLabel('Group').selectOption(first?.id ?? '')
  await ana.page.getByRole('button', { name: 'Show it there' }).click()
  await expect(tv.getByRole('heading', { name: 'Chess' })).toBeVisible()
})

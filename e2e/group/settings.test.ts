import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { dialog, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the creator’s changes show on other screens without a reload', { tag: '@main' }, async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await ben.page.goto(`/groups/${group.id}`)
  await cyd.page.goto('/dashboard')
  await ana.page.goto(`/groups/${group.id}`)
  await ana.page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = dialog(ana.page, 'Group Settings')
  await expect(settings.getByLabel('Group Name')).toHaveValue('Choir')
  await fillIn(settings, { 'Group Name': '' })
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByText('Group name is required.')).toBeVisible()
  await fillIn(settings, { 'Group Name': 'Big Choir', Description: 'Every Monday' })
  await settings.getByRole('button', { name: 'Save' }).click()

  await expect(settings).toBeHidden()
  for (const { page } of [ana, ben]) {
    await expect(page.getByRole('heading', { name: 'Big Choir' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Every Monday')).toBeVisible()
  }
  await expect(cyd.page.getByRole('link', { name: 'Big Choir' })).toBeVisible()
})

test('another member reads the settings as text, and changes what is theirs: shown outside, leaving', async ({
  ben,
  choir,
}) => {
  await ben.page.goto(`/groups/${choir.id}`)
  await ben.page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = dialog(ben.page, 'Group Settings')
  await expect(settings.getByText('Basic Information')).toBeVisible()
  await expect(settings.getByText('Group NameChoir')).toBeVisible()
  await expect(settings.getByRole('textbox')).toHaveCount(0)
  await expect(settings.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(settings.getByRole('button', { name: /^Alerts/ })).toBeVisible()
  await settings.getByRole('button', { name: 'My routine here' }).click()
  await expect(dialog(ben.page, 'My routine here')).toBeVisible()
  await ben.page.keyboard.press('Escape')
  await settings.getByRole('switch', { name: 'Show me outside' }).click()
  await expect(settings.getByRole('switch', { name: 'Show me outside' })).toBeChecked()
  await settings.getByRole('button', { name: 'Leave Group' }).click()
  await dialog(ben.page, 'Leave Group').getByRole('button', { name: 'Confirm' }).click()
  await expect(ben.page).toHaveURL('/dashboard')
})

test.describe('when the server fails', () => {
  test.use({ outages: true })

  test('the dialog stays open with the typed text, and says why saving failed', async ({ ana }) => {
    const group = await groupOf('Choir', ana)
    await ana.page.goto(`/groups/${group.id}`)
    await ana.page.getByRole('button', { name: 'Group Settings' }).click()
    const settings = dialog(ana.page, 'Group Settings')
    await fillIn(settings, { 'Group Name': 'Big Choir' })
    await ana.page.route(`**/api/groups/${group.id}`, route => route.abort())
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect(settings.getByText('Failed to update group: The server cannot be reached.')).toBeVisible()
    await expect(settings.getByLabel('Group Name')).toHaveValue('Big Choir')
  })
})

test.describe('when the code of the dialog fails to load', () => {
  test.use({ outages: true })

  test('a toast says so, and the next tap opens the dialog', async ({ ana }) => {
    const { page } = ana
    const group = await groupOf('Choir', ana)
    const code = '**/assets/*/group-settings-dialog-*.js'
    await page.route(code, route => route.abort())
    await page.goto(`/groups/${group.id}`)
    const settings = page.getByRole('button', { name: 'Group Settings' })
    await settings.click()
    await expect(toast(page, 'Something went wrong. Please try again.')).toBeVisible()
    await page.unroute(code)
    await settings.click()
    const opened = dialog(page, 'Group Settings')
    // Nobody else is there to whom the group could be handed over.
    await expect(opened.getByText('You can hand the group over to another member.')).toBeVisible()
    await expect(opened.getByRole('button', { name: 'Offer Group' })).toBeHidden()
  })
})

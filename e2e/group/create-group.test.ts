import { fillIn } from '../fixtures/forms.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { cardOf, dot } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('a group is created with its invitations and appears on the dashboard', { tag: '@main' }, async ({
  ana,
  ben,
  mail,
}) => {
  await ben.page.goto('/profile')
  await ana.page.goto('/groups/create')
  await expect(ana.page.getByRole('heading', { name: 'Create New Group' })).toBeVisible()
  await expect(ana.page.getByText('Add details for your new group')).toBeVisible()
  await fillIn(ana.page, { 'Group Name': ' Mountain  Rescue ' })
  await fillIn(ana.page, { Description: 'Night shift\nBring a lamp', 'How many are needed': '3' })
  await ana.page
    .getByLabel('Invite Members')
    .fill(`${ben.email}, cyd.${ben.email} , ${ben.email.toUpperCase()}`)
  const release = await holdRequests(ana.page, '**/api/groups')
  await ana.page.getByRole('button', { name: 'Create Group' }).click()
  await expect(ana.page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  release()

  await expect(ana.page).toHaveURL('/dashboard')
  const card = cardOf(ana.page, { name: 'Mountain Rescue' })
  await expect(card).toContainText('1 member')
  await expect(card).toContainText('1 available')
  await expect(card).toContainText('1 of 3 needed · 2 more')
  await expect(dot(ben.page)).toBeVisible()
  const sentEmail = await mail.nextEmailTo(ben.email)
  expect(sentEmail.subject).toBe('Ana invited you to join Mountain Rescue on Grouplight App')
  await mail.nextEmailTo(`cyd.${ben.email}`)
  expect(mail.emailsTo(`cyd.${ben.email}`)).toHaveLength(1)

  await card.getByRole('link').click()
  await expect(ana.page.getByText('Night shift\nBring a lamp')).toBeVisible()
})

test('a malformed address is refused: no group is created, no email is sent, and the typed description is kept', async ({
  ana,
  mail,
}) => {
  await ana.page.goto('/groups/create')
  await fillIn(ana.page, { 'Group Name': 'Choir', Description: 'Alto and bass' })
  await ana.page.getByLabel('Invite Members').fill(`guest.${ana.email}, not-an-address`)
  await ana.page.getByRole('button', { name: 'Create Group' }).click()
  await expect(
    ana.page.getByText('Failed to create group: Invalid email format: not-an-address'),
  ).toBeVisible()
  await expect(ana.page.getByLabel('Description')).toHaveValue('Alto and bass')
  await ana.page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(ana.page.getByText("You haven't joined any groups yet.")).toBeVisible()
  expect(mail.emailsTo(`guest.${ana.email}`)).toEqual([])
})

test('a group needs a name, and a possible number or none', async ({ ana: { page } }) => {
  await page.goto('/groups/create')
  for (const wrong of ['0', '501', '2.5']) {
    await fillIn(page, { 'Group Name': '   ', 'How many are needed': wrong })
    await page.getByRole('button', { name: 'Create Group' }).click()
    await expect(page.getByText('Please enter a whole number from 1 to 500, or nothing.')).toBeVisible()
  }
  await expect(page.getByText('Group name is required.')).toBeVisible()
  await expect(page.getByLabel('Group Name')).toBeFocused()
  await expect(page).toHaveURL('/groups/create')
})

test('the typed text is kept when the session ends, for the same user only', async ({ ana, ben }) => {
  const { page } = ana
  const typed = {
    'Group Name': 'Choir',
    Description: 'Every Monday',
    'How many are needed': '4',
    'Invite Members': 'cyd@example.org',
  }
  const open = async () => {
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('button', { name: 'New Group' }).click()
  }
  // Without a live connection, the page learns only from a refused request that the session has ended.
  await page.routeWebSocket('**/api/live', () => {})
  await page.goto('/groups/create')
  await fillIn(page, typed)
  await ana.context.clearCookies()
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('You must be logged in to create a group')

  await fillIn(page, { Email: ana.email, Password: ana.password })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await open()
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text)

  await ana.context.clearCookies()
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page).toHaveURL('/login')
  await fillIn(page, { Email: ben.email, Password: ben.password })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await open()
  await expect(page.getByLabel('Group Name')).toHaveValue('')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft'))).toBeNull()
})

import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'

test('signing out makes the user Unavailable, and the user’s other device stays signed in and shows a message', {
  tag: '@main',
}, async ({ ana, ben, choir, onAnotherDevice }) => {
  const phone = await onAnotherDevice(ana)
  await phone.page.goto('/dashboard')
  await ben.page.goto(`/groups/${choir.id}`)
  const row = ben.page.getByRole('listitem').filter({ hasText: 'Ana' })
  await expect(row).toContainText('Available')
  await expect(phone.page.getByRole('switch')).toBeChecked()

  await ana.page.goto('/profile')
  await ana.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(ana.page).toHaveURL('/login')
  await expect(row).toContainText('Unavailable')
  await expect(
    phone.page.getByText('You signed out on another device. You are now Unavailable in all groups.'),
  ).toBeVisible()
  await expect(phone.page.getByRole('switch')).not.toBeChecked()
  await phone.page.reload()
  await expect(phone.page).toHaveURL('/dashboard')
})

test('the next user of the same browser does not see the groups of the previous user', async ({
  ana,
  stranger,
}) => {
  await groupOf('Mountain Rescue', ana)
  const ben = await stranger('Ben')
  await ben.signUpAndSignIn()
  await ana.page.goto('/dashboard')
  await expect(ana.page.getByRole('link', { name: 'Mountain Rescue' })).toBeVisible()
  await ana.page.getByRole('link', { name: 'Profile' }).click()
  await ana.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(ana.page).toHaveURL('/login')

  const benAtTheSameBrowser = ana.as(ben)
  await benAtTheSameBrowser.signIn()
  await expect(ana.page.getByText("You haven't joined any groups yet.")).toBeVisible()
  await expect(ana.page.getByRole('link', { name: 'Mountain Rescue' })).toBeHidden()
})

import { groupOf, invite } from '../fixtures/group.ts'
import { badge, bell, dialog, dot } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const title = 'Group Invitations'

test('a user who declines joins no group, and the inviter is notified', { tag: '@main' }, async ({
  ana,
  ben,
}) => {
  const [choir, chess] = [await groupOf('Choir', ana), await groupOf('Chess', ana)]
  await invite(ana, choir, ben)
  await invite(ana, chess, ben)
  await ana.page.goto('/dashboard')
  await expect(badge(ana.page)).toHaveText('4')
  await ben.page.goto('/dashboard')
  const items = dialog(ben.page, title).getByRole('listitem')
  await expect(items).toHaveText([/Chess/, /Choir/])
  await items.filter({ hasText: 'Chess' }).getByRole('button', { name: 'Decline' }).click()
  await expect(items).toHaveText([/Choir/])
  await expect(dot(ben.page)).toBeVisible()
  await expect(badge(ana.page)).toHaveText('5')
  await bell(ana.page).click()
  await expect(
    dialog(ana.page, 'Notifications').getByText('Ben declined your invitation to join Chess'),
  ).toBeVisible()
  await ben.page.reload()
  await expect(ben.page.getByText("You haven't joined any groups yet.")).toBeVisible()
})

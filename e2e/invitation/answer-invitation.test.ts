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

test('an invitation that has been cancelled cannot be accepted', async ({ ana, ben, server }) => {
  const group = await groupOf('Choir', ana)
  await invite(ana, group, ben)
  await ben.page.goto('/dashboard')
  await expect(dialog(ben.page, title).getByText('Choir')).toBeVisible()
  await ben.page.route('**/accept', async route => {
    await server.sql(`update invitations set status = 'cancelled' where group_id = '${group.id}'`)
    await route.continue()
  })
  await dialog(ben.page, title).getByRole('button', { name: 'Accept' }).click()
  await expect(ben.page.getByText('Failed to accepted invitation')).toBeVisible()
  await expect(dialog(ben.page, title).getByText('No pending invitations')).toBeVisible()
})

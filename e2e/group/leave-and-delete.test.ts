import { invite } from '../fixtures/group.ts'
import { bell, dialog, dot, rowOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('a deleted group and its invitations disappear from the screens of members and invitees without a reload', {
  tag: '@main',
}, async ({ ana, ben, choir, cyd }) => {
  await invite(ana, choir, cyd)
  await ben.page.goto(`/groups/${choir.id}`)
  await cyd.page.goto('/profile')
  await expect(dot(cyd.page)).toBeVisible()
  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.getByRole('button', { name: 'Delete Group' }).click()
  const confirmDialog = dialog(ana.page, 'Delete Group')
  await expect(
    confirmDialog.getByText('Are you sure you want to delete this group? This action cannot be undone.'),
  ).toBeVisible()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()

  await expect(ana.page).toHaveURL('/dashboard')
  await expect(ana.page.getByText("You haven't joined any groups yet.")).toBeVisible()
  await expect(ben.page.getByText('Group not found')).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: 'Choir', level: 1 })).toBeVisible()
  await expect(ben.page.getByText('Choir was deleted.')).toBeVisible()
  await expect(dot(cyd.page)).toBeHidden()
  await bell(ben.page).click()
  const notice = dialog(ben.page, 'Notifications').getByText(
    'The group "Choir" has been deleted by the admin',
  )
  await expect(notice).toBeVisible()
  await notice.click()
  await expect(ben.page).toHaveURL(`/groups/${choir.id}`)
  await bell(ana.page).click()
  await expect(dialog(ana.page, 'Notifications').getByText('You deleted the group: Choir')).toBeVisible()
})

test('a member who leaves disappears from the open page of the creator, and the creator is notified', async ({
  ana,
  ben,
  choir,
}) => {
  for (const { page } of [ana, ben]) await page.goto(`/groups/${choir.id}`)
  await expect(rowOf(ana.page, ben)).toBeVisible()
  await ben.page.getByRole('button', { name: 'Leave Group' }).click()
  const confirmDialog = dialog(ben.page, 'Leave Group')
  await expect(confirmDialog.getByText('Are you sure you want to leave this group?')).toBeVisible()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()

  await expect(ben.page).toHaveURL('/dashboard')
  await expect(rowOf(ana.page, ben)).toBeHidden()
  await expect(ana.page.getByRole('heading', { name: 'Members (1)' })).toBeVisible()
  await bell(ana.page).click()
  await expect(dialog(ana.page, 'Notifications').getByText('Ben left your group: Choir')).toBeVisible()
  await ben.page.goto(`/groups/${choir.id}`)
  await expect(ben.page.getByText('Group not found')).toBeVisible()
})

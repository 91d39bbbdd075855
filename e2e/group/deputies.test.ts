import { endDeputy, makeDeputy, removeMember } from '@grouplight/contract/group.ts'
import { createInviteLink, joinByLink } from '@grouplight/contract/invite-link.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { addMembers, groupOf } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { bell, dialog, rowOf, sheetOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const of = (groupId: string, { api }: BrowserUser) => ({ params: { groupId, userId: api.userId } })

test('without a pointer, the creator makes a member a deputy, who is told and sees what deputies may do', {
  tag: '@main',
}, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await ben.gotoLive('/dashboard')
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${group.id}`)
  await press(page, page.getByRole('button', { name: 'Ben', exact: true }))
  const sheet = dialog(page, 'Ben')
  await expect(sheet.getByText('Ben can then invite and remove members and change the group.')).toBeVisible()
  await press(page, sheet.getByRole('button', { name: 'Make deputy' }))
  await expect(sheet.getByRole('button', { name: 'Dismiss as deputy' })).toBeFocused()
  await expect(sheet.getByRole('status').filter({ hasText: 'Ben is a deputy.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, ben)).toContainText('Deputy')
  await expect(rowOf(page, ana)).toContainText('Admin')

  await bell(ben.page).click()
  await dialog(ben.page, 'Notifications').getByText('Ana made you a deputy of Choir').click()
  await expect(ben.page).toHaveURL(`/groups/${group.id}`)
  await expect(rowOf(ben.page, ben)).toContainText('Deputy')
  await expect(ben.page.getByRole('button', { name: 'Board', exact: true })).toBeVisible()
  await expect(ben.page.getByRole('button', { name: 'Delete Group' })).toBeHidden()
  await expect(ben.page.getByRole('button', { name: 'Leave Group' })).toBeVisible()

  await ben.page.getByRole('button', { name: 'Invite Members' }).click()
  const invitation = dialog(ben.page, 'Invite Members')
  await invitation.getByRole('textbox', { name: /Email/ }).fill('eve@example.org')
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText('1 invitation sent')).toBeVisible()
  await ben.page.keyboard.press('Escape')

  await sheetOf(ben.page, ana)
  await expect(ben.page.getByRole('button', { name: /^Remove|deputy/ })).toHaveCount(0)
  await ben.page.keyboard.press('Escape')
  const cydsSheet = await sheetOf(ben.page, cyd)
  await expect(cydsSheet.getByRole('button', { name: /deputy/ })).toHaveCount(0)
  await cydsSheet.getByRole('button', { name: 'Remove Cyd' }).click()
  await dialog(ben.page, 'Remove Member').getByRole('button', { name: 'Confirm' }).click()
  await expect(ben.page.getByRole('heading', { name: 'Members (2)' })).toBeVisible()

  await ben.page.getByRole('button', { name: /^Alerts/ }).click()
  const hears = ben.page.getByRole('menuitemcheckbox', { name: 'When somebody asks to join, or leaves' })
  await expect(hears).toBeChecked()
  await hears.click()
  await expect(hears).not.toBeChecked()
  await ben.page.keyboard.press('Escape')
})

test('a deputy changes the group in its settings, and stops there', async ({ ana, ben, choir }) => {
  await ana.api.ok(makeDeputy, of(choir.id, ben))
  await ana.gotoLive(`/groups/${choir.id}`)
  await ben.gotoLive(`/groups/${choir.id}`)
  await ben.page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = dialog(ben.page, 'Group Settings')
  for (const name of ['How many are needed', 'Ask again after'])
    await expect(settings.getByLabel(name, { exact: true })).toBeVisible()
  for (const name of ['Hand Over Group', 'For programs', 'Asking around'])
    await expect(settings.getByText(name)).toBeHidden()
  await settings.getByLabel('Group Name').fill('Chamber Choir')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(ana.page.getByRole('heading', { name: 'Chamber Choir' })).toBeVisible()

  await ben.page.getByRole('button', { name: 'Group Settings' }).click()
  await settings.getByRole('button', { name: 'Stop being deputy' }).click()
  await expect(toast(ben.page, 'You are no longer a deputy of Chamber Choir.')).toBeVisible()
  await expect(settings).toBeHidden()
  await expect(ben.page.getByRole('button', { name: 'Group Settings' })).toBeFocused()
  await expect(ben.page.getByRole('button', { name: 'Invite Members' })).toBeHidden()
  await expect(rowOf(ana.page, ben)).not.toContainText('Deputy')
})

test('a deputy hears that somebody asks to join, and lets them in', async ({ ana, ben, cyd, choir }) => {
  const params = { groupId: choir.id }
  await ana.api.ok(makeDeputy, of(choir.id, ben))
  const { address } = await ben.api.ok(createInviteLink, { params, body: { needsApproval: true } })
  await cyd.api.ok(joinByLink, { body: { code: address.split('#')[1] ?? '' } })
  await ben.page.goto('/dashboard')
  await bell(ben.page).click()
  await dialog(ben.page, 'Notifications').getByText('Cyd asks to join Choir').click()
  await dialog(ben.page, 'Invite Members').getByRole('button', { name: 'Let in' }).click()
  await expect(rowOf(ben.page, cyd)).toContainText('Available')
})

test('a sixth deputy is refused in words', async ({ ana, ben, choir, server }) => {
  await addMembers(server, choir, 5)
  await server.sql(`update memberships set deputy_since = now() where user_id like '${choir.id}-%'`)
  await ana.page.goto(`/groups/${choir.id}`)
  const sheet = await sheetOf(ana.page, ben)
  await sheet.getByRole('button', { name: 'Make deputy' }).click()
  await expect(toast(ana.page, 'A group can have at most 5 deputies.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Make deputy' })).toBeVisible()
})

test('the open screen of a deputy who is dismissed and then removed says so', async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await ana.api.ok(makeDeputy, of(group.id, ben))
  await ben.gotoLive(`/groups/${group.id}`)
  await (await sheetOf(ben.page, cyd)).getByRole('button', { name: 'Remove Cyd' }).click()
  await ana.api.ok(endDeputy, of(group.id, ben))
  await expect(rowOf(ben.page, ben)).not.toContainText('Deputy')
  await dialog(ben.page, 'Remove Member').getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(ben.page, 'Only the group creator can do this.')).toBeVisible()
  await expect(rowOf(ben.page, cyd)).toBeVisible()

  await ana.api.ok(makeDeputy, of(group.id, ben))
  await ben.page.getByRole('button', { name: 'Invite Members' }).click()
  await dialog(ben.page, 'Invite Members').getByRole('textbox', { name: /Email/ }).fill('eve@example.org')
  await ana.api.ok(removeMember, of(group.id, ben))
  await expect(dialog(ben.page, 'Invite Members')).toBeHidden()
  await expect(ben.page.getByText('You are no longer a member of Choir.')).toBeVisible()
})

test.describe('without a file of the server', () => {
  test.use({ outages: true })

  test('the page of a deputy shows all but the notice whose code is missing', async ({ ana, ben, choir }) => {
    await ana.api.ok(makeDeputy, of(choir.id, ben))
    await ben.page.route('**/admin-notice-*.js', route => route.abort())
    await ben.page.goto(`/groups/${choir.id}`)
    await expect(rowOf(ben.page, ben)).toContainText('Deputy')
    await expect(ben.page.getByRole('button', { name: 'Invite Members' })).toBeVisible()
  })
})

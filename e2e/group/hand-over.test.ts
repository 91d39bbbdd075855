import { offerGroup } from '@grouplight/contract/group.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf } from '../fixtures/group.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const offerText = 'Ana wants to hand over this group to you. If you accept, you are its admin.'

test('the creator offers the group, a member accepts, and the screens of all members show the new creator without a reload', {
  tag: '@main',
}, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  for (const user of [ana, ben, cyd]) await user.gotoLive(`/groups/${group.id}`)

  await ana.page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = dialog(ana.page, 'Group Settings')
  await settings.getByRole('button', { name: 'Offer Group' }).click()
  await expect(settings.getByText('Please choose a member.')).toBeVisible()
  await expect(settings.getByLabel('New Admin')).toBeFocused()
  await expect(settings.getByLabel('New Admin').getByRole('option')).toHaveText([
    'Choose a member',
    'Ben',
    'Cyd',
  ])
  await settings.getByLabel('New Admin').selectOption('Ben')
  await settings.getByRole('button', { name: 'Offer Group' }).click()
  await expect(settings.getByText('Offered to Ben, who becomes the admin by accepting.')).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Withdraw Offer' })).toBeFocused()
  await ana.page.keyboard.press('Escape')

  const offer = ben.page.getByRole('region', { name: 'Offer' })
  await expect(offer).toContainText(offerText)
  await expect(ana.page.getByRole('region', { name: 'Offer' })).toHaveText(
    'You asked Ben to take over this group. You can withdraw the offer in the settings.',
  )
  await expect(cyd.page.getByRole('region', { name: 'Offer' })).toBeHidden()
  await offer.getByRole('button', { name: 'Accept' }).click()
  await expect(ben.page.getByText('You are now the admin of Choir')).toBeVisible()
  await expect(offer).toBeHidden()
  await expect(ben.page.getByRole('heading', { name: 'Choir' })).toBeFocused()

  for (const { page } of [ana, ben, cyd])
    await expect(page.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('Admin')
  await expect(ben.page.getByRole('button', { name: 'Invite Members' })).toBeVisible()
  await expect(ana.page.getByRole('button', { name: 'Invite Members' })).toBeHidden()
  await ana.page.getByRole('button', { name: 'Leave Group' }).click()
  await dialog(ana.page, 'Leave Group').getByRole('button', { name: 'Confirm' }).click()
  await expect(ana.page).toHaveURL('/dashboard')
})

test('a withdrawn offer disappears from the member’s screen, and a later one is declined', async ({
  ana,
  ben,
  choir,
}) => {
  await ben.gotoLive('/dashboard')
  await offerTo(ana, choir.id, ben)
  await ben.page.getByRole('button', { name: /^Notifications/ }).click()
  await dialog(ben.page, 'Notifications').getByText('Ana wants to hand over the group to you: Choir').click()
  await expect(ben.page).toHaveURL(`/groups/${choir.id}`)
  await expect(ben.page.getByText(offerText)).toBeVisible()

  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.getByRole('button', { name: 'Group Settings' }).click()
  await dialog(ana.page, 'Group Settings').getByRole('button', { name: 'Withdraw Offer' }).click()
  await expect(ben.page.getByText(offerText)).toBeHidden()
  await expect(dialog(ana.page, 'Group Settings').getByLabel('New Admin')).toHaveValue('')

  await offerTo(ana, choir.id, ben)
  await ben.page.getByRole('region', { name: 'Offer' }).getByRole('button', { name: 'Decline' }).click()
  await expect(ben.page.getByRole('region', { name: 'Offer' })).toBeHidden()

  await ana.page.goto('/dashboard')
  await ana.page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    dialog(ana.page, 'Notifications').getByText('Ben declined to take over your group: Choir'),
  ).toBeVisible()
})

async function offerTo(creator: BrowserUser, groupId: string, { api }: BrowserUser): Promise<void> {
  await creator.api.ok(offerGroup, { params: { groupId }, body: { memberId: api.userId } })
}

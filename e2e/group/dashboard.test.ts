import { createInviteLink } from '@grouplight/contract/invite-link.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { cardOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('a user without groups sees what to do first, and can paste an invite link', async ({ ana, ben }) => {
  const { page } = ana

  await page.goto('/dashboard')
  await expect(page.getByText("You haven't joined any groups yet. Create one to get started!")).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Make a group',
    'Share its link',
    "Everyone taps. You'll see it here.",
  ])
  await page.getByRole('button', { name: 'New Group' }).click()
  await expect(page).toHaveURL('/groups/create')

  const { id: groupId } = await groupOf('Chess', ben)
  const { address } = await ben.api.ok(createInviteLink, { params: { groupId }, body: {} })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'I have an invite link' }).click()
  const field = page.getByLabel('Invite link')
  await expect(field).toBeFocused()
  await field.fill(address.slice(0, -10))
  await field.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A part of this link is missing')
  await field.fill(`Come in: ${address} Ben`)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ben invites you to Chess' })).toBeVisible()
})

test('the card of a group of one has the invite link instead of lamps', async ({ ana, ben }) => {
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const group = await groupOf('Chess', ana)
  await ana.page.goto('/dashboard')
  const card = cardOf(ana.page, group)
  await expect(card.getByRole('button', { name: 'Show QR code' })).toBeVisible()
  await card.getByRole('button', { name: 'Copy invite link' }).click()
  await expect(card.getByRole('status')).not.toBeEmpty()
  const address = await ana.page.evaluate(() => navigator.clipboard.readText())
  await ben.page.goto(address)
  await ben.page.getByRole('button', { name: 'Join' }).click()
  await expect(card.getByRole('img')).toHaveAccessibleName(/Ben/)
  await expect(card.getByRole('button', { name: 'Copy invite link' })).toBeHidden()
})

test('the newest group comes first, and each card shows how many members are available', async ({
  ana,
  ben,
  cyd,
}) => {
  const choir = await groupOf('Choir', ana, ben, cyd)
  const chess = await groupOf('Chess', ben, ana)
  await groupOf('Garden', ana)
  await setStatus(cyd, choir, false)
  await ana.page.goto('/dashboard')
  await expect(ana.page.getByRole('heading', { level: 2 })).toHaveText(['Garden', 'Chess', 'Choir'])
  await expect(cardOf(ana.page, choir)).toContainText('2 available')
  await expect(cardOf(ana.page, choir)).toContainText('3 members')
  await expect(cardOf(ana.page, { name: 'Garden' })).toContainText('1 member')

  await cardOf(ana.page, chess).getByRole('link').click()
  await expect(ana.page).toHaveURL(`/groups/${chess.id}`)
})

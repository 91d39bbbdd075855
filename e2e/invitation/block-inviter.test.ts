import { axeViolations } from '../fixtures/axe.ts'
import { groupOf, invite } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { dialog, dot, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const title = 'Group Invitations'

test('the invitations of a blocked inviter are not shown until the user allows them again', async ({
  ana,
  ben,
  cyd,
}) => {
  await invite(ana, await groupOf('Choir', ana), cyd)
  await invite(ben, await groupOf('Chess', ben), cyd)
  const page = await withoutPointer(cyd.page)
  await page.goto('/dashboard')
  const invitations = dialog(page, title)
  await expect(invitations.getByRole('listitem')).toHaveCount(2)
  const block = invitations.getByRole('button', { name: 'Do not show invitations from Ana' })
  await expect(block).toBeHidden()
  await press(
    page,
    invitations.getByRole('listitem').filter({ hasText: 'Choir' }).getByRole('button', { name: 'Decline' }),
  )
  await expect(invitations.getByText('You declined the invitation to Choir.')).toBeVisible()
  await press(page, block)
  await expect(invitations.getByRole('listitem')).toHaveText([/Chess/])
  await expect(toast(page, 'You no longer see invitations from Ana.')).toBeVisible()
  const orchestra = await groupOf('Orchestra', ana)
  await invite(ana, orchestra, cyd)
  await invite(ben, await groupOf('Football', ben), cyd)
  await expect(invitations.getByRole('listitem')).toHaveText([/Football/, /Chess/])

  await ana.page.goto(`/groups/${orchestra.id}`)
  await ana.page.getByRole('button', { name: 'Invite Members' }).click()
  await expect(ana.page.getByRole('region', { name: 'Pending Invites' })).toContainText(cyd.email)

  await page.goto('/profile/alerts')
  const section = page.getByRole('region', { name: 'Invitations' })
  const blocked = section.getByRole('list', { name: 'You do not see invitations from' })
  await expect(blocked.getByRole('listitem')).toHaveText([/Ana/])
  expect(await axeViolations(page)).toEqual([])
  await press(page, blocked.getByRole('button', { name: 'Allow again' }))
  await expect(blocked).toBeHidden()
  await expect(section.getByText('Nobody is blocked any more.')).toBeFocused()
  await page.goto('/dashboard')
  await press(page, page.getByRole('button', { name: 'Invitations' }))
  await expect(invitations.getByRole('listitem')).toHaveCount(3)
})

test('a user who wants no invitations sees none, and can allow them again in the profile', async ({
  ana,
  cyd,
}) => {
  const { page } = cyd
  await page.goto('/profile/alerts')
  const all = page.getByRole('switch', { name: 'Receive invitations', exact: true })
  await expect(all).toBeChecked()
  await all.click()
  await expect(all).not.toBeChecked()
  await invite(ana, await groupOf('Choir', ana), cyd)
  await page.goto('/dashboard')
  await expect(page.getByText("You haven't joined any groups yet.")).toBeVisible()
  await expect(dot(page)).toBeHidden()
  await page.goto('/profile/alerts')
  await expect(all).not.toBeChecked()
  await all.click()
  await expect(dot(page)).toBeVisible()
})

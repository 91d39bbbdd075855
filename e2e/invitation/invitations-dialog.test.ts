import { inviteMembers } from '@grouplight/contract/invitation.ts'
import { groupOf, invite } from '../fixtures/group.ts'
import { bell, cardOf, dialog, dot, envelope } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const title = 'Group Invitations'

test('the dialog opens by itself once, shows inviter and group, and Accept joins the group', {
  tag: '@main',
}, async ({ ana, ben }) => {
  const group = await groupOf('Choir', ana)
  await ana.page.goto('/dashboard')
  await ben.page.goto('/dashboard')
  await expect(ben.page.getByText("You haven't joined any groups yet.")).toBeVisible()
  await ana.api.ok(inviteMembers, {
    params: { groupId: group.id },
    body: { emails: [ben.email], message: 'Come and sing,\nwe need a bass.' },
  })

  const invitations = dialog(ben.page, title)
  const item = invitations.getByRole('listitem').filter({ hasText: 'Choir' })
  await expect(item).toContainText('Invited by Ana')
  await expect(item).toContainText(/Sent .*\d{4}/)
  await expect(item).toContainText('Come and sing,\nwe need a bass.')
  await ben.page.keyboard.press('Escape')
  await expect(invitations).toBeHidden()
  await expect(dot(ben.page)).toBeVisible()
  await ben.page.reload()
  await expect(dot(ben.page)).toBeVisible()
  await expect(invitations).toBeHidden()

  await envelope(ben.page).click()
  await invitations.getByRole('button', { name: 'Accept' }).click()
  await expect(invitations).toBeHidden()
  await expect(ben.page).toHaveURL(`/groups/${group.id}`)
  await expect(ben.page.getByRole('heading', { name: 'Choir' })).toBeVisible()
  await expect(dot(ben.page)).toBeHidden()
  await envelope(ben.page).click()
  await expect(invitations.getByText('No pending invitations')).toBeVisible()
  await expect(
    invitations.getByText('When someone invites you to a group, it will appear here.'),
  ).toBeVisible()
  await ben.page.keyboard.press('Escape')
  await ben.page.goto('/dashboard')
  await expect(cardOf(ben.page, group)).toContainText('2 available')
  await expect(cardOf(ana.page, group)).toContainText('2 members')
  await bell(ana.page).click()
  await expect(dialog(ana.page, 'Notifications').getByText('Ben joined your group: Choir')).toBeVisible()
})

test('after each sign-in the dialog opens by itself once, in one tab', async ({ ana, ben }) => {
  const other = await ben.context.newPage()
  for (const page of [ben.page, other]) {
    await page.goto('/dashboard')
    await expect(
      page.getByText('Live', { exact: true }).or(page.getByRole('heading', { level: 1 })),
    ).toBeVisible()
  }
  await invite(ana, await groupOf('Choir', ana), ben)
  for (const page of [ben.page, other]) await expect(dot(page)).toBeVisible()
  const shown = async () =>
    (await Promise.all([ben.page, other].map(page => dialog(page, title).count()))).reduce((a, b) => a + b)
  await expect.poll(shown).toBe(1)
  const third = await ben.context.newPage()
  await third.goto('/dashboard')
  await expect(dot(third)).toBeVisible()
  await expect(dialog(third, title)).toBeHidden()
  expect(await shown()).toBe(1)

  // The tab that shows the dialog holds a lock for two seconds. During this time, no tab opens the dialog by itself.
  const locks = () => third.evaluate(async () => (await navigator.locks.query()).held?.length)
  await expect.poll(locks).toBe(0)
  await third.goto('/profile')
  await third.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(third).toHaveURL('/login')
  await ben.as(ben).signIn()
  await expect(dialog(ben.page, title)).toBeVisible()
})

test('the dialog does not open by itself over another dialog or outside the dashboard', async ({
  ana,
  ben,
}) => {
  const group = await groupOf('Choir', ana)
  await ben.page.goto('/profile')
  await bell(ben.page).click()
  await invite(ana, group, ben)
  await expect(dot(ben.page)).toBeVisible()
  await expect(dialog(ben.page, title)).toBeHidden()
  await ben.page.keyboard.press('Escape')
  await ben.page.getByRole('link', { name: 'Grouplight' }).click()
  await expect(dialog(ben.page, title)).toBeVisible()
})

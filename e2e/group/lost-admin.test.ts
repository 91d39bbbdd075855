import { makeDeputy } from '@grouplight/contract/group.ts'
import type { Page } from '@playwright/test'
import { dayMs } from '../../server/src/platform/clock.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { bell, cardOf, dialog, rowOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const vacant = 'This group has no admin.'
const noAdmin = (page: Page) => page.getByRole('region', { name: vacant })
const takeOver = (page: Page) => noAdmin(page).getByRole('button', { name: 'Take it over' })

async function groupWithDeputy(
  name: string,
  creator: BrowserUser,
  deputy: BrowserUser,
  ...others: BrowserUser[]
) {
  const group = await groupOf(name, creator, deputy, ...others)
  await creator.api.ok(makeDeputy, { params: { groupId: group.id, userId: deputy.api.userId } })
  return group
}

test('whoever deletes the account says what becomes of each group, and of two who take one over at once, one is faster', {
  tag: '@main',
}, async ({ ana, ben, cyd }) => {
  const handed = await groupWithDeputy('Choir', ana, ben)
  const left = await groupOf('Band', ana, ben, cyd)
  const deleted = await groupOf('Orchestra', ana, cyd)
  for (const { page } of [ben, cyd]) await page.goto('/dashboard')
  await ana.page.goto('/profile/data')
  await ana.page.getByRole('button', { name: 'Delete Account' }).click()
  const deletion = dialog(ana.page, 'Delete Account')
  await fillIn(deletion, { Password: ana.password })
  await expect(deletion.getByLabel('Choir').getByRole('option')).toHaveText([
    'Choose',
    'Hand to Ben',
    'Let the members decide',
    'Delete',
  ])
  await deletion.getByLabel('Choir').selectOption('Hand to Ben')
  await deletion.getByLabel('Orchestra').selectOption('Delete')
  await deletion.getByRole('button', { name: 'Confirm' }).click()
  await expect(deletion.getByText('Please choose what becomes of this group.')).toBeVisible()
  await expect(deletion.getByLabel('Band')).toBeFocused()
  await deletion.getByLabel('Band').selectOption('Let the members decide')
  await deletion.getByRole('button', { name: 'Confirm' }).click()
  await expect(ana.page).toHaveURL('/login')

  await expect(cardOf(cyd.page, deleted)).toHaveCount(0)
  await ben.page.getByRole('link', { name: handed.name }).click()
  await expect(rowOf(ben.page, ben)).toContainText('Admin')

  for (const { page } of [ben, cyd]) {
    await page.goto(`/groups/${left.id}`)
    await expect(page.getByRole('heading', { name: 'Members (2)' })).toBeVisible()
  }
  const letCydGo = await holdRequests(cyd.page, '**/take-over')
  await takeOver(cyd.page).click()
  await takeOver(ben.page).click()
  await expect(toast(ben.page, 'You are now the admin of Band')).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: 'Band' })).toBeFocused()
  letCydGo()
  await expect(toast(cyd.page, 'Ben was faster.')).toBeVisible()
  for (const { page } of [ben, cyd]) {
    await expect(noAdmin(page)).toBeHidden()
    await expect(rowOf(page, ben)).toContainText('Admin')
  }
})

test('when the operator deletes the account of a creator, the deputy may take over first, and after three days every member', async ({
  ana,
  ben,
  cyd,
  server,
}) => {
  const group = await groupWithDeputy('Choir', ana, ben, cyd)
  for (const { page } of [ben, cyd]) await page.goto(`/groups/${group.id}`)
  await server.operate('users', 'delete', ana.email, '--groups', 'offer')
  await expect(takeOver(ben.page)).toBeVisible()
  await expect(noAdmin(cyd.page)).toHaveText(/^This group has no admin.Until .+, only Ben can take it over.$/)
  await expect(takeOver(cyd.page)).toBeHidden()

  await server.sql(
    `update groups set without_admin_since = without_admin_since - interval '3 days', version = version + 1
      where id = '${group.id}'`,
  )
  await cyd.page.reload()
  await takeOver(cyd.page).click()
  await expect(toast(cyd.page, 'You are now the admin of Choir')).toBeVisible()
  await expect(rowOf(ben.page, cyd)).toContainText('Admin')
})

test('a creator whom the operator disables has no group after 30 days, and has it again when enabled in time', async ({
  ana,
  ben,
  server,
}) => {
  const group = await groupOf('Choir', ana, ben)
  await server.operate('users', 'disable', ana.email)
  await server.advance(30 * dayMs)
  await ben.useNewSession()
  await ben.gotoLive(`/groups/${group.id}`)
  await expect(takeOver(ben.page)).toBeVisible()
  await server.operate('users', 'enable', ana.email)
  await expect(noAdmin(ben.page)).toBeHidden()
  await expect(rowOf(ben.page, ana)).toContainText('Admin')
})

test('a deputy asks to take over from a creator who is silent for 60 days, and who keeps the group by signing in or loses it 14 days later', async ({
  ana,
  ben,
  cyd,
  member,
  server,
}) => {
  const dan = await member('Dan')
  const kept = await groupWithDeputy('Choir', ana, ben, cyd)
  const lost = await groupWithDeputy('Band', dan, ben)
  await server.advance(60 * dayMs)
  for (const user of [ben, cyd]) await user.useNewSession()
  await cyd.gotoLive(`/groups/${kept.id}`)
  await expect(rowOf(cyd.page, ben)).toContainText('Deputy')
  await expect(cyd.page.getByText('has not been here for a while')).toBeHidden()
  for (const [group, creator] of [
    [lost, dan],
    [kept, ana],
  ] as const) {
    await ben.gotoLive(`/groups/${group.id}`)
    const away = ben.page.getByRole('region', { name: `${creator.name} has not been here for a while.` })
    await away.getByRole('button', { name: 'Ask to take over' }).click()
    await expect(away).toContainText(
      /You asked to take over. If the admin does not come back by .+, you become the admin./,
    )
    await expect(ben.page.getByRole('heading', { name: group.name })).toBeFocused()
  }

  await ana.page.goto(await ana.linkInNextEmail())
  await fillIn(ana.page, { Email: ana.email, Password: ana.password })
  await ana.page.getByRole('button', { name: 'Sign In' }).click()
  await bell(ana.page).click()
  await expect(
    dialog(ana.page, 'Notifications').getByText('Ben asks to take over your group: Choir'),
  ).toBeVisible()
  await expect(ben.page.getByText('has not been here for a while')).toBeHidden()
  await bell(ben.page).click()
  await expect(dialog(ben.page, 'Notifications').getByText('Ana stays the admin of Choir')).toBeVisible()
  await ben.page.keyboard.press('Escape')

  await server.advance(14 * dayMs)
  await ben.page.goto(`/groups/${lost.id}`)
  await expect(rowOf(ben.page, ben)).toContainText('Admin')
  await ben.page.goto(`/groups/${kept.id}`)
  await expect(rowOf(ben.page, ana)).toContainText('Admin')
})

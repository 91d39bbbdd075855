import { groupOf, setStatus } from '../fixtures/group.ts'
import { holdResponses } from '../fixtures/hold-responses.ts'
import { badge, bell, dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('it lists all notifications, the newest first, each with its age', async ({ member }) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  await groupOf('Choir', ana, ben)
  await ana.page.goto('/dashboard')
  await bell(ana.page).click()
  const items = dialog(ana.page, 'Notifications').getByRole('listitem')
  await expect(items).toHaveText([
    /^Ben joined your group: Choir/,
    /^You sent 1 invitation\(s\) to join Choir/,
    /^You created a new group: Choir/,
  ])
  for (const item of await items.all()) await expect(item).toContainText('less than a minute ago')
  await expect(items.first().locator('time')).toHaveAttribute('title', /\d/)
})

test('a click marks one as read and opens its group; opening the dialog marks none', async ({ member }) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  await ana.page.goto('/profile')
  await bell(ana.page).click()
  await expect(badge(ana.page)).toHaveText('3')
  await dialog(ana.page, 'Notifications').getByText('Ben joined your group: Choir').click()
  await expect(ana.page).toHaveURL(`/groups/${group.id}`)
  await expect(dialog(ana.page, 'Notifications')).toBeHidden()
  await expect(badge(ana.page)).toHaveText('2')
})

test('Mark all as read is offered while anything is unread', async ({ member }) => {
  const ana = await member('Ana')
  await groupOf('Choir', ana)
  await ana.page.goto('/dashboard')
  await bell(ana.page).click()
  const markAll = dialog(ana.page, 'Notifications').getByText('Mark all as read')
  await markAll.click()
  await expect(markAll).toBeHidden()
  await expect(badge(ana.page)).toBeHidden()
  await expect(dialog(ana.page, 'Notifications').getByText('You created a new group: Choir')).toBeVisible()
})

test('a new user has none', async ({ member }) => {
  const { page } = await member('Ana')
  const answer = await holdResponses(page, '**/api/notifications')
  await page.goto('/dashboard')
  await bell(page).click()
  await expect(dialog(page, 'Notifications').getByText('Loading notifications...')).toBeVisible()
  answer()
  await expect(dialog(page, 'Notifications').getByText('No notifications yet')).toBeVisible()
})

test('new notifications appear while it is open, and Load more shows older ones', async ({
  member,
  server,
}) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  await server.sql(`
    with added as (
      insert into notices (type, action, message, created_at)
      select 'admin', 'announced', 'Word ' || n, now() from generate_series(1, 49) n returning id
    )
    insert into notifications (notice_id, user_id) select id, '${ana.api.userId}' from added`)
  await ana.page.goto('/dashboard')
  await bell(ana.page).click()
  const list = dialog(ana.page, 'Notifications')
  await expect(list.getByRole('listitem')).toHaveCount(50)
  const older = '**/api/notifications?before=*'
  const refusal = { code: 'forbidden', message: 'No.' }
  await ana.page.route(older, route => route.fulfill({ status: 403, json: refusal }))
  await list.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(list.getByRole('alert')).toBeVisible()
  await ana.page.unroute(older)
  await list.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(52)
  await expect(list.getByRole('alert')).toBeHidden()
  await expect(list.getByRole('button', { name: 'Load more' })).toBeHidden()
  // The button is gone, so the focus is on the first older notification.
  await expect(list.getByRole('listitem').nth(50).getByRole('button')).toBeFocused()
  await setStatus(ben, group, false)
  await setStatus(ben, group, true)
  await expect(list.getByRole('listitem')).toHaveCount(53)
})

test('an announcement of the operator reaches everybody', async ({ member, server }) => {
  const ana = await member('Ana')
  await ana.page.goto('/dashboard')
  await server.sql(`
    with notice as (
      insert into notices (type, action, message, created_at)
      values ('admin', 'announced', 'Tonight the server moves.', now()) returning id
    )
    insert into notifications (user_id, notice_id) select '${ana.api.userId}', id from notice`)
  await bell(ana.page).click()
  await expect(dialog(ana.page, 'Notifications').getByText('Tonight the server moves.')).toBeVisible()
})

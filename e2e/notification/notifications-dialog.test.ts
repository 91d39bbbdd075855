import { groupOf, setStatus } from '../fixtures/group.ts'
import { badge, bell, dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the dialog lists all notifications, the newest first, each with its age', async ({ ana, ben }) => {
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

test('a click marks one notification as read and opens its group, and opening the dialog marks none', {
  tag: '@main',
}, async ({ ana, choir }) => {
  await ana.page.goto('/profile')
  await bell(ana.page).click()
  await expect(badge(ana.page)).toHaveText('3')
  await dialog(ana.page, 'Notifications').getByText('Ben joined your group: Choir').click()
  await expect(ana.page).toHaveURL(`/groups/${choir.id}`)
  await expect(dialog(ana.page, 'Notifications')).toBeHidden()
  await expect(badge(ana.page)).toHaveText('2')
})

test('several that joined share a row, which unfolds to rows that are read one by one, each with the member’s lamp', async ({
  ana,
  ben,
  cyd,
  member,
}) => {
  const dan = await member('Dan')
  const group = await groupOf('Choir', ana, ben, cyd, dan)
  await setStatus(cyd, group, false)
  await ana.page.goto('/dashboard')
  await bell(ana.page).click()
  const list = dialog(ana.page, 'Notifications')
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['Today'])
  const row = list.getByRole('button', { name: 'Dan, Cyd and 1 other joined your group: Choir' })
  await expect(row).toHaveAccessibleName(/Unread/)
  await row.click()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  const cydJoined = list.getByRole('button', { name: 'Cyd joined your group: Choir' })
  await expect(cydJoined.locator('[data-available]')).toHaveCount(0)
  await expect(list.getByRole('button', { name: 'Ben joined' }).locator('[data-available]')).toHaveCount(1)
  await expect(badge(ana.page)).toHaveText('5')
  await cydJoined.click()
  await expect(badge(ana.page)).toHaveText('4')
})

test('a notification about somebody who is not available any more is grey', async ({ ana, ben, choir }) => {
  await setStatus(ben, choir, false)
  await setStatus(ben, choir, true)
  await ana.gotoLive('/dashboard')
  await bell(ana.page).click()
  const item = dialog(ana.page, 'Notifications').getByRole('button', {
    name: 'Ben is now available in Choir',
  })
  await expect(item).not.toHaveAttribute('data-over')
  await setStatus(ben, choir, false)
  await expect(item).toHaveAttribute('data-over')
})

test('new notifications appear while the dialog is open, and Load more shows older ones', async ({
  ana,
  ben,
  choir,
  server,
}) => {
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
  // The pressed button has disappeared, so the focus has moved to the first of the older notifications.
  await expect(list.getByRole('listitem').nth(50).getByRole('button')).toBeFocused()
  await setStatus(ben, choir, false)
  await setStatus(ben, choir, true)
  await expect(list.getByRole('listitem')).toHaveCount(53)
})

test.describe('when the code of the list of notifications has not been loaded', () => {
  test.use({ outages: true })

  const code = '**/assets/*/notification-list-*.js'

  test('after a failure, Try again loads and shows the list', async ({ ana: { page } }) => {
    await page.route(code, route => route.abort())
    await page.goto('/dashboard')
    await bell(page).click()
    const list = dialog(page, 'Notifications')
    await expect(list.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
    await page.unroute(code)
    await list.getByRole('button', { name: 'Try again' }).click()
    await expect(list.getByText('No notifications yet')).toBeVisible()
  })
})

import { groupOf, setStatus } from '../fixtures/group.ts'
import { badge, bell, dialog } from '../fixtures/screen.ts'
import { bringToFront, putInBackground } from '../fixtures/tab.ts'
import { expect, test } from '../fixtures/test.ts'

test('the badge shows at most 9+, and the title of a hidden tab has the exact number', async ({
  ana,
  ben,
}) => {
  // Ana's three notifications report the new group, the sent invitation and Ben's joining.
  const group = await groupOf('Choir', ana, ben)
  await ana.gotoLive('/dashboard')
  await expect(badge(ana.page)).toHaveText('3')
  await expect(ana.page).toHaveTitle('Grouplight')
  await putInBackground(ana.page)
  await expect(ana.page).toHaveTitle('(3) Grouplight')

  const becomeAvailable = async (times: number) => {
    for (let turns = 0; turns < times; turns++) {
      await setStatus(ben, group, false)
      await setStatus(ben, group, true)
    }
  }
  await becomeAvailable(6)
  await expect(badge(ana.page)).toHaveText('9')
  await becomeAvailable(2)
  await expect(badge(ana.page)).toHaveText('9+')
  await expect(ana.page).toHaveTitle('(11) Grouplight')
  await bringToFront(ana.page)
  await expect(ana.page).toHaveTitle('Grouplight')
})

test('a notification marked as read in one tab shows as read in the other', async ({ ana }) => {
  await groupOf('Choir', ana)
  const tab = await ana.context.newPage()
  for (const page of [ana.page, tab]) await page.goto('/dashboard')
  await expect(badge(tab)).toHaveText('1')
  await bell(ana.page).click()
  await dialog(ana.page, 'Notifications').getByText('Mark all as read').click()
  for (const page of [ana.page, tab]) await expect(badge(page)).toBeHidden()
  await expect(tab).toHaveTitle('Grouplight')
})

import { groupOf, setStatus } from '../fixtures/group.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { badge, cardOf, rowOf, switchOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const toastText = 'Ben is now available in Choir'

test('a member who becomes available causes a toast for the other members, and one more unread notification', {
  tag: '@main',
}, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await setStatus(ben, group, false)
  await ana.gotoLive(`/groups/${group.id}`)
  await cyd.gotoLive('/dashboard')
  await ben.gotoLive('/dashboard')
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await expect(badge(ana.page)).toHaveText('4')
  await switchOf(ben.page, group).click()

  // A toast disappears after five seconds. Therefore it is looked for first, on both pages at the same time.
  await Promise.all([ana, cyd].map(({ page }) => expect(toast(page, toastText)).toHaveCount(1)))
  await expect(rowOf(ana.page, ben).getByText('Available', { exact: true })).toBeVisible()
  await expect(cardOf(cyd.page, group)).toContainText('3 available')
  await expect(badge(ana.page)).toHaveText('5')
  await expect(toast(ben.page, toastText)).toHaveCount(0)
})

test('the switch turns before the server responds', async ({ ana }) => {
  const group = await groupOf('Choir', ana)
  await ana.gotoLive(`/groups/${group.id}`)
  const release = await holdRequests(ana.page, '**/availability')
  await switchOf(ana.page, group).click()
  await expect(switchOf(ana.page, group)).not.toBeChecked()
  await expect(rowOf(ana.page, ana)).toContainText('Unavailable')
  // A reload would cancel a request that the browser has not sent yet.
  const answered = ana.page.waitForResponse('**/availability')
  release()
  await answered
  await ana.page.reload()
  await expect(switchOf(ana.page, group)).not.toBeChecked()
})

test('two tabs and another device of one user show the same availability', async ({
  ana,
  onAnotherDevice,
}) => {
  const group = await groupOf('Choir', ana)
  const phone = await onAnotherDevice(ana)
  const tab = await ana.context.newPage()
  const screens = [ana.page, tab, phone.page]
  for (const page of screens) await page.goto('/dashboard')
  for (const [click, page] of screens.entries()) {
    await switchOf(page, group).click()
    for (const screen of screens)
      await expect(switchOf(screen, group)).toBeChecked({ checked: click % 2 === 1 })
  }
})

test('a toast disappears after five seconds, but not while the pointer is on it', async ({
  ana,
  ben,
  choir,
}) => {
  await setStatus(ben, choir, false)
  await ana.page.clock.install()
  await ana.gotoLive('/dashboard')
  await expect(cardOf(ana.page, choir)).toContainText('1 available')
  await setStatus(ben, choir, true)
  await toast(ana.page, toastText).hover()
  await ana.page.clock.runFor(8_000)
  await expect(toast(ana.page, toastText)).toBeVisible()
  await ana.page.mouse.move(0, 0)
  await ana.page.clock.runFor(5_400)
  await expect(toast(ana.page, toastText)).toHaveCount(0)
})

test('at most four toasts show, the newest at the bottom, and further toasts wait', async ({ ana, ben }) => {
  const groups = []
  for (let n = 1; n <= 6; n++) groups.push(await groupOf(`Group ${n}`, ana, ben))
  for (const group of groups) await setStatus(ben, group, false)
  await ana.page.clock.install()
  await ana.gotoLive('/dashboard')
  const toasts = toast(ana.page, 'Ben is now available')
  const textsOf = (...numbers: number[]) => numbers.map(n => `Ben is now available in Group ${n}`)
  for (const [at, group] of groups.entries()) {
    await setStatus(ben, group, true)
    await expect(toasts).toHaveCount(Math.min(at + 1, 4))
  }
  await expect(toasts).toHaveText(textsOf(1, 2, 3, 4))
  await toasts.nth(1).getByRole('button', { name: 'Close' }).click()
  await ana.page.clock.runFor(300)
  await expect(toasts).toHaveText(textsOf(1, 3, 4, 5))
  await ana.page.mouse.move(0, 0)
  await ana.page.clock.runFor(5_400)
  await expect(toasts).toHaveText(textsOf(6))
})

test.describe('when the server fails', () => {
  test.use({ outages: true })

  test('the switch turns back, and a message says why', async ({ ana }) => {
    const group = await groupOf('Choir', ana)
    await ana.gotoLive(`/groups/${group.id}`)
    await ana.page.route('**/availability', route => route.abort())
    await switchOf(ana.page, group).click()
    await expect(toast(ana.page, 'Error updating status: ')).toBeVisible()
    await expect(switchOf(ana.page, group)).toBeChecked()
  })
})

import type { Page } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { cardOf, dialog, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('members who become available within a second share a toast, and each lights up the card', async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  for (const user of [ben, cyd]) await setStatus(user, group, false)
  await ana.page.addInitScript(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      if (this.matches('li')) this.toggleAttribute('data-lit', true)
      return animate.call(this, keyframes, options)
    }
  })
  await ana.gotoLive('/dashboard')
  await ana.page.clock.install()
  await setStatus(ben, group, true)
  await expect(toast(ana.page, 'Ben is now available in Choir')).toBeVisible()
  await expect(cardOf(ana.page, group)).toHaveAttribute('data-lit')
  await setStatus(cyd, group, true)
  await expect(cardOf(ana.page, group).getByText('3 available')).toBeVisible()
  await ana.page.clock.runFor(1_000)
  await expect(toast(ana.page, /available/)).toHaveText(['Ben and 1 more are now available in Choir'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('one toast of one line shows at a time, and it covers no switch, however the page is scrolled', async ({
    ana,
    ben,
  }) => {
    const { page } = ana
    const names = ['Thursday Dice & Cards', 'Choir', 'Band', 'Chess']
    const groups = []
    for (const name of names) groups.push(await groupOf(name, ana, ben))
    for (const group of groups) await setStatus(ben, group, false)
    await page.clock.install()
    await ana.gotoLive('/dashboard')
    for (const group of groups) await setStatus(ben, group, true)
    const toasts = toast(page, 'is now available in')
    await expect(toasts).toHaveText(['Ben is now available in Thursday Dice & Cards'])
    expect((await toasts.boundingBox())?.height).toBeLessThan(60)
    for (let y = 0; y < 600; y += 60) {
      await page.evaluate(to => window.scrollTo(0, to), y)
      await expect.poll(() => coveredSwitches(page)).toEqual([])
    }
    await page.clock.runFor(5_400)
    await expect(toasts).toHaveText(['Ben is now available in Choir'])
  })

  test('a toast above a dialog covers none of its buttons', async ({ ana, ben, choir }) => {
    await setStatus(ben, choir, false)
    await ana.gotoLive(`/groups/${choir.id}`)
    await ana.page.getByRole('button', { name: 'Delete Group' }).click()
    await dialog(ana.page, 'Delete Group').waitFor()
    await setStatus(ben, choir, true)
    await expect(toast(ana.page, 'Ben is now available in Choir')).toBeVisible()
    for (const name of ['Cancel', 'Confirm'])
      await dialog(ana.page, 'Delete Group').getByRole('button', { name }).click({ trial: true })
  })
})

/** Returns the names of the switches of which the toasts cover a part. */
function coveredSwitches(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const toasts = document.querySelector('#toasts')?.getBoundingClientRect() ?? new DOMRect()
    return [...document.querySelectorAll('[role=switch]')]
      .filter(element => {
        const { top, bottom } = element.getBoundingClientRect()
        return top < toasts.bottom && bottom > toasts.top
      })
      .map(element => element.getAttribute('aria-label'))
  })
}

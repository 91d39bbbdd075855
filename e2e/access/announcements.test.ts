import type { Page } from '@playwright/test'
import { setStatus } from '../fixtures/group.ts'
import { switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const announcement = 'polite: Ben is now available in Choir'

test('screen readers announce each toast once: errors assertively, all others politely', async ({
  ana,
  ben,
  choir,
}) => {
  await setStatus(ben, choir, false)
  const announced = await recordAnnouncements(ana.page)
  for (const path of ['/dashboard', `/groups/${choir.id}`]) {
    await ana.gotoLive(path)
    await switchOf(ana.page, choir).waitFor()
    await setStatus(ben, choir, true)
    await expect.poll(announced).toEqual([announcement])
    await setStatus(ben, choir, false)
    await expect(ana.page.getByText('1 available')).toBeVisible()
    expect(await announced()).toEqual([announcement])
  }

  await ana.page.getByRole('button', { name: 'Group Settings' }).click()
  await ana.page.getByLabel('Group Name').fill('Chamber Choir')
  await ana.page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(announced).toContain('polite: Group updated successfully! Undo')
  await ana.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(announced).toContain('polite: Undone.')
  expect(await announced()).toHaveLength(3)

  const refusal = { code: 'group-not-found', message: '' }
  await ana.page.route('**/availability', route => route.fulfill({ status: 404, json: refusal }))
  await switchOf(ana.page, choir).click()
  await expect.poll(async () => (await announced()).at(-1)).toMatch(/^assertive: Error updating status: /)
  expect(await announced()).toHaveLength(4)
})

test.describe('during an outage', () => {
  test.use({ outages: true })

  test('the state of the connection and a change that is not sent are each announced once', async ({
    ana,
    choir,
    server,
  }) => {
    const announced = await recordAnnouncements(ana.page)
    await ana.gotoLive('/dashboard')
    await switchOf(ana.page, choir).waitFor()
    await ana.context.setOffline(true)
    server.network.cut()
    await expect.poll(async () => (await announced()).at(-1)).toMatch(/^polite: Offline, as of \d/)
    await switchOf(ana.page, choir).click()
    await expect(ana.page.getByText('not sent yet')).toBeVisible()
    await expect.poll(async () => (await announced()).at(-1)).toMatch(/^polite: The server cannot be reached/)
    expect(await announced()).toEqual([
      'polite: Reconnecting…',
      expect.stringMatching(/^polite: Offline/),
      expect.stringMatching(/^polite: The server cannot be reached/),
    ])
  })
})

/**
 * From the next load on, records the texts that screen readers announce. The returned function returns the texts since the last
 * load, except 'Loading...'.
 */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    const live = '[aria-live], [role=status], [role=alert]'
    const known = new WeakSet<Element>()
    const announce = (region: Element, text: string | null) => {
      if (text)
        announced.push(
          `${region.matches('[role=alert], [aria-live=assertive]') ? 'assertive' : 'polite'}: ${text}`,
        )
    }
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        for (const node of [...addedNodes, ...(target instanceof Text ? [target] : [])]) {
          // Live regions can be nested, so a new node can cause several announcements.
          for (
            let region = node.parentElement?.closest(live);
            region;
            region = region.parentElement?.closest(live)
          ) {
            announce(region, node.textContent)
          }
          if (!(node instanceof Element)) continue
          for (const region of [node, ...node.querySelectorAll('*')]) {
            if (!region.matches(live) || known.has(region)) continue
            known.add(region)
            announce(region, region.textContent)
          }
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const announced = () => page.evaluate(() => (window as unknown as { announced: string[] }).announced)
  return async () => (await announced()).filter(text => text !== 'polite: Loading...')
}

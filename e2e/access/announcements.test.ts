import type { Page } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const isAvailable = 'polite: Ben is now available in Choir'

test('changes are announced once and politely, errors assertively', async ({ member }) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  await setStatus(ben, group, false)
  const announced = await recordAnnouncements(ana.page)
  for (const path of ['/dashboard', `/groups/${group.id}`]) {
    await ana.follow(path)
    await switchOf(ana.page, group).waitFor()
    await setStatus(ben, group, true)
    await expect.poll(announced).toEqual([isAvailable])
    // Counts, lamps and the bell are not announced again, nor is becoming unavailable.
    await setStatus(ben, group, false)
    await expect(ana.page.getByText('1 available')).toBeVisible()
    expect(await announced()).toEqual([isAvailable])
  }

  await ana.page.getByRole('button', { name: 'Group Settings' }).click()
  await ana.page.getByLabel('Group Name').fill('Chamber Choir')
  await ana.page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(announced).toContain('polite: Group updated successfully! Undo')
  await ana.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(announced).toContain('polite: Undone: it is as it was before.')
  expect(await announced()).toHaveLength(3)

  const refusal = { code: 'group-not-found', message: '' }
  await ana.page.route('**/availability', route => route.fulfill({ status: 404, json: refusal }))
  await switchOf(ana.page, group).click()
  await expect.poll(async () => (await announced()).at(-1)).toMatch(/^assertive: Error updating status: /)
  expect(await announced()).toHaveLength(4)
})

/** Records what a screen reader announces after the page has loaded: every text that enters a live region. */
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
          // Each surrounding region announces a new node, and so does each region inside it, once.
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

import type { Page } from '@playwright/test'
import { groupOf, turn } from '../fixtures/group.ts'
import { switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const isAvailable = 'polite: Ben is now available in Choir'

test('what happens is announced once, politely; what went wrong at once', async ({ member }) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  await turn(ben, group, false)
  const heard = await listenTo(ana.page)
  for (const path of ['/dashboard', `/groups/${group.id}`]) {
    await ana.follow(path)
    await switchOf(ana.page, group).waitFor()
    await turn(ben, group, true)
    await expect.poll(heard).toEqual([isAvailable])
    // Neither the counts nor the lamps nor the bell say it again, and that somebody goes is not announced.
    await turn(ben, group, false)
    await expect(ana.page.getByText('1 available')).toBeVisible()
    expect(await heard()).toEqual([isAvailable])
  }

  await ana.page.getByRole('button', { name: 'Group Settings' }).click()
  await ana.page.getByLabel('Group Name').fill('Chamber Choir')
  await ana.page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(heard).toContain('polite: Group updated successfully! Undo')
  await ana.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(heard).toContain('polite: Undone: it is as it was before.')
  expect(await heard()).toHaveLength(3)

  const refusal = { code: 'group-not-found', message: '' }
  await ana.page.route('**/availability', route => route.fulfill({ status: 404, json: refusal }))
  await switchOf(ana.page, group).click()
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/^assertive: Error updating status: /)
  expect(await heard()).toHaveLength(4)
})

/** Notes what a screen reader says by itself once a page is there: every text that comes into a live region, each time. */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const live = '[aria-live], [role=status], [role=alert]'
    const brought = new WeakSet<Element>()
    const say = (region: Element, text: string | null) => {
      if (text)
        heard.push(
          `${region.matches('[role=alert], [aria-live=assertive]') ? 'assertive' : 'polite'}: ${text}`,
        )
    }
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        for (const node of [...addedNodes, ...(target instanceof Text ? [target] : [])]) {
          // Each region around it says it, and each that it brings: once, however much around it is new as well.
          for (
            let region = node.parentElement?.closest(live);
            region;
            region = region.parentElement?.closest(live)
          ) {
            say(region, node.textContent)
          }
          if (!(node instanceof Element)) continue
          for (const region of [node, ...node.querySelectorAll('*')]) {
            if (!region.matches(live) || brought.has(region)) continue
            brought.add(region)
            say(region, region.textContent)
          }
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  return async () => (await heard()).filter(text => text !== 'polite: Loading...')
}

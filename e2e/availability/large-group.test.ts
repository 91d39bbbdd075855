import type { Page } from '@playwright/test'
import { addMembers, groupOf } from '../fixtures/group.ts'
import { measureWork } from '../fixtures/rendering-work.ts'
import { expect, test } from '../fixtures/test.ts'

test('a screen reader finds all 500 members, including those out of view', async ({ ana, server }) => {
  const group = await groupOf('Choir', ana)
  await addMembers(server, group, 499)
  await ana.gotoLive(`/groups/${group.id}`)
  await expect(ana.page.getByRole('listitem')).toHaveCount(500)
  const devTools = await ana.context.newCDPSession(ana.page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value))
  expect(new Set(names.filter(name => /^Member \d+$/.test(name))).size).toBe(499)
})

for (const width of [360, 1280]) {
  test(`scrolling through 500 rows causes no new styles, layouts or layout shifts on a page ${width} pixels wide`, async ({
    browser,
    member,
    server,
  }) => {
    const ana = await member('Ana', { viewport: { width, height: 740 } })
    const group = await groupOf('Choir', ana)
    await addMembers(server, group, 499)
    await ana.gotoLive(`/groups/${group.id}`)
    await expect(ana.page.getByRole('listitem')).toHaveCount(500)
    // The measurement must start after the code and styles of other pages are preloaded.
    await ana.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /profile-subpages/.test(name)),
    )
    await ana.page.waitForLoadState('networkidle')
    const height = await heightOf(ana.page)

    const devTools = await ana.context.newCDPSession(ana.page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const work = await measureWork(browser, ana.page, () =>
      devTools.send('Input.synthesizeScrollGesture', {
        x: 180,
        y: 500,
        yDistance: -8_000,
        speed: 4_000,
        gestureSourceType: 'mouse',
      }),
    )
    expect(work).toMatchObject({ styled: 0, laidOut: 0 })

    await ana.page.keyboard.press('End')
    await expect(ana.page.getByText('Member 499')).toBeInViewport()
    expect(await heightOf(ana.page)).toBe(height)
    expect(await shiftOf(ana.page)).toBe(0)
  })
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}

/** Returns the cumulative layout shift since the page was loaded. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let shift = 0
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number })[]) shift += entry.value
        }
        const observer = new PerformanceObserver(list => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(shift), 100)
      }),
  )
}

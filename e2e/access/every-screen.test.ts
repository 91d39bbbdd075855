import { whatAxeFinds } from '../fixtures/axe.ts'
import type { Person } from '../fixtures/person.ts'
import { type Stage, setTheStage } from '../fixtures/stage.ts'
import { expect, test } from '../fixtures/test.ts'
import { whatIsHardToHit, whatSticksOut } from '../fixtures/touch-targets.ts'
import {
  guestScreens,
  memberScreens,
  newcomerScreens,
  type Screen,
  standStill,
  visit,
} from '../fixtures/tour.ts'

// Every screen is visited once, and looked at in every way while it stands there. What a screen reader finds, every name
// and role in order, is written down in snapshots/: renewed with --update-snapshots, then read.
test.describe.configure({ timeout: 300_000 })

const phone = { width: 360, height: 740 }
const smallPhone = { width: 320, height: 740 }
const desk = { width: 1280, height: 800 }
const look = {
  colorScheme: 'dark',
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
const softly = expect.configure({ soft: true, timeout: 30_000 })

test('guests and newcomers find every screen in order', { tag: '@all' }, async ({ member, stranger }) => {
  await lookAt(await stranger('Guest', look), guestScreens)
  await lookAt(await member('Nia', look), newcomerScreens)
})

test('members find every screen in order', async ({ people }) => {
  const stage = await setTheStage(people)
  await lookAt(await people.onAnotherDevice(stage.ana, look), memberScreens, stage)
})

async function lookAt({ page }: Person, screens: Screen[], stage = {} as Stage): Promise<void> {
  await page.addInitScript(nothingGoesByItself)
  for (const screen of screens) {
    const onDarkPhone = `${screen.name}, on a dark phone`
    await visit(page, stage, screen)
    // Asked again while something is found: a screen may just be reading again what it shows.
    await softly.poll(() => whatAxeFinds(page), onDarkPhone).toEqual([])
    expect.soft(await whatSticksOut(page), onDarkPhone).toEqual([])
    expect.soft(await whatIsHardToHit(page), onDarkPhone).toEqual([])
    await expect
      .soft(page.getByRole('dialog').or(page.locator('body')).last())
      .toMatchAriaSnapshot({ name: `${screen.name.replaceAll(/\W+/g, '-')}.aria.yml` })

    await page.setViewportSize(smallPhone)
    expect.soft(await whatSticksOut(page), `${screen.name}, on a small phone`).toEqual([])
    await page.setViewportSize(phone)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect.soft(await whatSticksOut(page), `${screen.name}, with large text`).toEqual([])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

    const onLightDesk = `${screen.name}, on a light desk`
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light' })
    await standStill(page)
    await softly.poll(() => whatAxeFinds(page, { rules: ['color-contrast'] }), onLightDesk).toEqual([])
    expect.soft(await whatSticksOut(page), onLightDesk).toEqual([])
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
  }
}

/** Toasts leave and redirects lead on after five seconds: looking closely takes longer. */
function nothingGoesByItself(): void {
  const { setTimeout: wait } = window
  const longestMs = 2 ** 31 - 1
  Object.assign(window, {
    setTimeout: (then: TimerHandler, ms = 0, ...rest: unknown[]) =>
      wait(then, ms < 5_000 ? ms : longestMs, ...rest),
  })
}

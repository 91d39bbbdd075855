// Takes screenshots of all screens, light and dark, from 320 to 1920 pixels wide. Copies some screenshots to docs/screenshots/.
// Needs the built web app. With arguments, takes only screenshots whose names contain all arguments, for example with `npm run
// screenshots -- "login" "dark phone"`.
import { copyFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, type Page, chromium as playwright } from '@playwright/test'
import { servePatterns } from '../web/patterns/serve.ts'
import {
  groupScreens,
  guestScreens,
  newcomerScreens,
  openScreen,
  type Screen,
  settingsScreens,
} from './fixtures/all-screens.ts'
import { BrowserUsers, plainAddress } from './fixtures/browser-users.ts'
import { callScreens, createCallData } from './fixtures/call.ts'
import { chromium } from './fixtures/chromium.ts'
import { createDemoData } from './fixtures/demo-data.ts'
import { createDeputyData, deputyScreens } from './fixtures/deputy-screens.ts'
import { createExtremeData, extremeScreens } from './fixtures/extreme-data.ts'
import { keyAndHookScreens } from './fixtures/key-and-hook-screens.ts'
import { Mail } from './fixtures/mail.ts'
import { makeOperators, operatorScreens } from './fixtures/operator-screens.ts'
import { takeQuestionPicture } from './fixtures/question-picture.ts'
import { Server } from './fixtures/server.ts'

const all = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url))
const shown = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))

/** For the README, the dashboard and a small picture for each of its six promises. For docs/translating.md, a group. */
const inDocs: Record<string, string> = {
  'dashboard, light desk': 'dashboard-light',
  'dashboard, dark desk': 'dashboard-dark',
  'group, as its creator, light phone': 'group-phone-light',
  'until when, light small phone': 'until',
  'dashboard, with a needed number, light small phone': 'enough',
  'tell me when, light small phone': 'tell-me-once',
  'invite link as a QR code, light small phone': 'link',
  'board page, light small phone': 'board',
  'privacy, light small phone': 'nobody-is-watched',
}

/** For docs/translating.md: what each catalogue is. */
const parts: Record<string, string> = {
  'login, light phone': 'account',
  'until when, light phone': 'availability-dialogs',
  'create group, light phone': 'group-dialogs',
  'invite members, light phone': 'invitation-dialogs',
  'my routine here, light phone': 'ringing-dialogs',
  'notifications, light small phone': 'notification',
}

const sizes = {
  'small phone': [320, 640],
  phone: [360, 740],
  tablet: [768, 1024],
  desk: [1280, 720],
  wall: [1920, 1080],
} as const

const phone = 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

// In this time zone it is now between 19:00 and 20:00, so every screenshot shows an evening.
const hoursAhead = ((19 - new Date().getUTCHours() + 36) % 24) - 12
const timezoneId = `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`

const wanted = process.argv.slice(2)
const mail = await Mail.open()
const server = await Server.open({ SMTP_URL: mail.url })
const browser = await playwright.launch(chromium)
const users = new BrowserUsers({ browser, server, mail, addressOf: plainAddress })
mkdirSync(all, { recursive: true })
mkdirSync(shown, { recursive: true })

const data = await createDemoData(users)
await spreadOverHours()
const calls = await createCallData(data, server)
const deputies = await createDeputyData(users, server)
const extremes = await createExtremeData(users, server)
await makeOperators(server, data.ben)
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    const hand = width < 768 && { deviceScaleFactor: 2, isMobile: true, hasTouch: true, userAgent: phone }
    const look: BrowserContextOptions = {
      viewport: { width, height },
      ...hand,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId,
    }
    for (const [user, screens] of [
      [await users.stranger('Guest', look), guestScreens],
      [await users.onAnotherDevice(data.newcomer, look), newcomerScreens],
      [
        await users.onAnotherDevice(data.ana, look),
        [...groupScreens, ...settingsScreens, ...keyAndHookScreens, ...callScreens(calls)],
      ],
      [await users.onAnotherDevice(data.ben, look), operatorScreens],
      [await users.onAnotherDevice(extremes.user, look), extremeScreens(extremes.group)],
      [await users.onAnotherDevice(deputies.rosa, look), deputyScreens(deputies.groups)],
    ] as const) {
      for (const screen of screens) await takeScreenshot(user.page, screen, `${colorScheme} ${size}`)
      await user.context.close()
    }
    if (size === 'desk') await takePatterns(look)
  }
}
if (wanted.every(words => 'three phones'.includes(words)))
  await takeQuestionPicture(
    {
      browser,
      users,
      path: `${shown}question.png`,
      look: { locale: 'en-GB', timezoneId, reducedMotion: 'reduce' },
    },
    data,
  )
for (const error of await users.close()) console.error(error)
await browser.close()
await server.close()
await mail.close()
console.log(`All screens: ${all}\nFor the README: ${shown}`)

/**
 * Takes a screenshot if its name is wanted, and copies it to docs/screenshots/ if it belongs there. Also takes a grey screenshot
 * of a dashboard or a group, because lamps must differ by their shapes.
 */
async function takeScreenshot(page: Page, screen: Screen, look: string): Promise<void> {
  const name = `${screen.name}, ${look}`
  if (!wanted.every(words => name.includes(words))) return
  await openScreen(page, data, screen)
  const path = await screenshotOf(page, name)
  if (inDocs[name]) copyFileSync(path, `${shown}${inDocs[name]}.png`)
  if (parts[name])
    await page.screenshot({ path: `${shown}parts/${parts[name]}.png`, scale: 'css', animations: 'disabled' })
  if (!/dashboard|^group/.test(screen.name)) return
  await page.evaluate(() => document.documentElement.style.setProperty('filter', 'grayscale(1)'))
  await screenshotOf(page, `${name}, without colours`)
}

/** All patterns in one picture. */
async function takePatterns(look: BrowserContextOptions): Promise<void> {
  const name = `patterns, ${look.colorScheme}`
  if (!wanted.every(words => name.includes(words))) return
  const patterns = await servePatterns()
  const context = await browser.newContext(look)
  const page = await context.newPage()
  await page.goto(patterns.address, { waitUntil: 'networkidle' })
  await page.frameLocator('iframe').first().getByRole('dialog').waitFor()
  await page.screenshot({ path: `${all}${name.replace(/\W+/g, '-')}.png`, fullPage: true })
  await context.close()
  await patterns.close()
}

async function screenshotOf(page: Page, name: string): Promise<string> {
  const path = `${all}${name.replace(/\W+/g, '-')}.png`
  await page.screenshot({ path, animations: 'disabled' })
  return path
}

async function spreadOverHours(): Promise<void> {
  await server.sql(
    `update memberships set last_updated = last_updated - abs(hashtext(user_id)) % 170 * interval '1 minute'`,
  )
  await server.sql(
    `update notices set created_at = created_at - newer.count * interval '9 minutes'
      from (select id, row_number() over (order by id desc) as count from notices) newer where newer.id = notices.id`,
  )
}

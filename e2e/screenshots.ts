// Takes a picture of every screen, light and dark, on a desk and on a phone: all of them for looking through, and
// those that the README shows for the documents. Needs the built web app.
import { copyFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium as playwright } from '@playwright/test'
import { chromium } from './fixtures/chromium.ts'
import { Mail } from './fixtures/mail.ts'
import { People, plainAddress } from './fixtures/people.ts'
import { Server } from './fixtures/server.ts'
import { setTheStage } from './fixtures/stage.ts'
import { guestScreens, memberScreens, newcomerScreens, visit } from './fixtures/tour.ts'

const all = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url))
const shown = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))

const inReadme: Record<string, string> = {
  'login, light desk': 'login',
  'dashboard, light desk': 'dashboard-light',
  'dashboard, dark desk': 'dashboard-dark',
  'group, as its creator, light phone': 'group-phone-light',
  'group, as its creator, dark phone': 'group-phone-dark',
}

const devices = {
  desk: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

// Wherever the pictures are taken, it is evening.
const hoursAhead = ((19 - new Date().getUTCHours() + 36) % 24) - 12
const timezoneId = `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`

const mail = await Mail.open()
const server = await Server.open({ SMTP_URL: mail.url })
const browser = await playwright.launch(chromium)
const people = new People({ browser, server, mail, addressOf: plainAddress })
mkdirSync(all, { recursive: true })
mkdirSync(shown, { recursive: true })

const stage = await setTheStage(people)
await ageTheStage()
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, options] of Object.entries(devices)) {
    const look = { ...options, colorScheme, reducedMotion: 'reduce', locale: 'en-GB', timezoneId } as const
    for (const [person, screens] of [
      [await people.stranger('Guest', look), guestScreens],
      [await people.onAnotherDevice(stage.newcomer, look), newcomerScreens],
      [await people.onAnotherDevice(stage.ana, look), memberScreens],
    ] as const) {
      for (const screen of screens) {
        const name = `${screen.name}, ${colorScheme} ${device}`
        const path = `${all}${name.replace(/\W+/g, '-')}.png`
        await visit(person.page, stage, screen)
        await person.page.screenshot({ path, animations: 'disabled' })
        if (inReadme[name]) copyFileSync(path, `${shown}${inReadme[name]}.png`)
      }
      await person.context.close()
    }
  }
}
for (const complaint of await people.leave()) console.error(complaint)
await browser.close()
await server.close()
await mail.close()
console.log(`All screens: ${all}\nFor the README: ${shown}`)

/** What happened a moment ago has happened over the last hours. */
async function ageTheStage(): Promise<void> {
  await server.sql(
    `update memberships set available_since = available_since - abs(hashtext(user_id)) % 170 * interval '1 minute'`,
  )
  await server.sql(
    `update notices set created_at = created_at - ((select max(id) from notices) - id) * interval '9 minutes'`,
  )
}

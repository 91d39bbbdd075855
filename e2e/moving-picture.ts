// Films the page of a group on two phones. Taps on one phone change a lamp on the other. Writes docs/screenshots/two-phones.gif.
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, type Locator, type Page, chromium as playwright } from '@playwright/test'
import gifenc from 'gifenc'
import { PNG } from 'pngjs'
import type { BrowserUser } from './fixtures/browser-user.ts'
import { BrowserUsers, plainAddress } from './fixtures/browser-users.ts'
import { chromium } from './fixtures/chromium.ts'
import { createDemoData } from './fixtures/demo-data.ts'
import { Mail } from './fixtures/mail.ts'
import { Server } from './fixtures/server.ts'

const file = fileURLToPath(new URL('../docs/screenshots/two-phones.gif', import.meta.url))
const phone: BrowserContextOptions = {
  viewport: { width: 340, height: 560 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-GB',
}

const mail = await Mail.open()
const server = await Server.open({ SMTP_URL: mail.url })
const browser = await playwright.launch(chromium)
const users = new BrowserUsers({ browser, server, mail, addressOf: plainAddress })
const { ana, ben, rescue } = await createDemoData(users)
const stage = await browser.newPage({ viewport: { width: 740, height: 640 } })
/** The position of the finger, as fractions of the width and the height of the left phone. Null while no finger is shown. */
let finger: { x: number; y: number } | null = null
const frames: { image: PNG; ms: number }[] = []

const left = await openGroup(ben, 'left')
const right = await openGroup(ana, 'right')
const seen = right.page.getByRole('listitem').filter({ hasText: ben.name })
await seen.evaluate(row => row.scrollIntoView({ block: 'center' }))
const own = left.page.getByRole('switch').first()
await film(1_200)
for (let tap = 0; tap < 2; tap++) {
  await showFinger(own)
  await film(300)
  await own.click()
  await film(500)
  finger = null
  await film(2_300)
}
await film(600)
writeFileSync(file, encode())

for (const error of await users.close()) console.error(error)
await browser.close()
await server.close()
await mail.close()
console.log(`${frames.length} frames: ${file}`)

async function openGroup(user: BrowserUser, side: 'left' | 'right'): Promise<{ page: Page; side: string }> {
  const { page } = await users.onAnotherDevice(user, phone)
  await page.goto(`/groups/${rescue.id}`)
  await page.getByRole('switch').first().waitFor()
  return { page, side }
}

/** Takes pictures of both phones for the given time. Consecutive equal pictures become one frame. */
async function film(forMs: number): Promise<void> {
  const startedAt = performance.now()
  let shownAt = startedAt
  while (performance.now() - startedAt < forMs) {
    const [one, other] = await Promise.all([left, right].map(({ page }) => page.screenshot()))
    await stage.evaluate(
      ({ first, second, finger }) => {
        document.body.innerHTML = `<style>body { margin: 0; display: flex; gap: 20px; padding: 20px; background: #e8ebef }
          img { border: 8px solid #20242a; border-radius: 28px; width: 324px }
          i { position: fixed; width: 36px; height: 36px; border-radius: 50%; background: #20242a66; transform: translate(-50%, -50%) }</style>
          <img src="data:image/png;base64,${first}"><img src="data:image/png;base64,${second}">`
        return Promise.all([...document.images].map(image => image.decode())).then(() => {
          const screen = document.images[0]
          if (!finger || !screen) return
          const dot = document.body.appendChild(document.createElement('i'))
          dot.style.left = `${screen.offsetLeft + 8 + finger.x * screen.width}px`
          dot.style.top = `${screen.offsetTop + 8 + finger.y * screen.height}px`
        })
      },
      { first: one?.toString('base64'), second: other?.toString('base64'), finger },
    )
    const image = PNG.sync.read(await stage.screenshot())
    const now = performance.now()
    const latest = frames.at(-1)
    if (latest) latest.ms += now - shownAt
    shownAt = now
    if (!latest?.image.data.equals(image.data)) frames.push({ image, ms: 0 })
    await wait(40)
  }
  const latest = frames.at(-1)
  if (latest) latest.ms += performance.now() - shownAt
}

async function showFinger(on: Locator): Promise<void> {
  const [x, y] = await on.evaluate(control => {
    const { left, top, width, height } = control.getBoundingClientRect()
    return [(left + width / 2) / innerWidth, (top + height / 2) / innerHeight] as const
  })
  finger = { x, y }
}

function encode(): Uint8Array {
  const gif = gifenc.GIFEncoder()
  const first = frames[0]?.image.data ?? new Uint8Array()
  const palette = gifenc.quantize(first, 256)
  for (const { image, ms } of frames) {
    const { width, height, data } = image
    gif.writeFrame(gifenc.applyPalette(data, palette), width, height, { palette, delay: ms })
  }
  gif.finish()
  return gif.bytes()
}

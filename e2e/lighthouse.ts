// Looks at the pages people arrive at as Lighthouse does, on a simulated phone with the production build: a report, and a
// failure below 98 in any category. A visit tells of the machine's other work, too: two good ones outweigh a bad one. Needs the
// built web app and the `lighthouse` command.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium as playwright } from '@playwright/test'
import { chromium } from './fixtures/chromium.ts'
import { Mail } from './fixtures/mail.ts'
import { People } from './fixtures/people.ts'
import { Server } from './fixtures/server.ts'
import { setTheStage } from './fixtures/stage.ts'

const leastScore = 98
const folder = fileURLToPath(new URL('../test-results/lighthouse/', import.meta.url))
mkdirSync(folder, { recursive: true })

const mail = await Mail.open()
const server = await Server.open({ SMTP_URL: mail.url })
const browser = await playwright.launch(chromium)
const people = new People({ browser, server, mail })
const { ben } = await setTheStage(people)

let isWell = true
for (const [name, path, cookie] of [
  ['login', '/login', ''],
  ['sign-up', '/signup', ''],
  ['dashboard', '/dashboard', ben.api.cookie],
] as const) {
  const count = { well: 0, not: 0 }
  while (count.well <= count.not && count.not < 2) {
    const scores = await visit(path, cookie, `${folder}${name}-${count.well + count.not + 1}.json`)
    console.log(`${name}: ${scores.map(([title, score]) => `${title} ${score}`).join(', ')}`)
    count[scores.every(([, score]) => score >= leastScore) ? 'well' : 'not']++
  }
  if (count.not === 2) isWell = false
}
await people.leave()
await browser.close()
await server.close()
await mail.close()
console.log(`Reports: ${folder}`)
process.exit(isWell ? 0 : 1)

/** The scores of one visit, of 100 each, by category. */
async function visit(
  path: string,
  cookie: string,
  report: string,
): Promise<[title: string, score: number][]> {
  // Not waited for in place: the network to the server is in this process.
  await promisify(execFile)(
    'lighthouse',
    [
      server.url + path,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${chromium.args.join(' ')}`,
      ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    { env: { ...process.env, CHROME_PATH: chromium.executablePath } },
  )
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<string, { title: string; score: number }>
  }
  return Object.values(categories).map(({ title, score }) => [title, Math.round(score * 100)])
}

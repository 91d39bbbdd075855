import { plainAddress } from '../fixtures/people.ts'
import { test as base, expect } from '../fixtures/test.ts'
import type { Browser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { startWebKit } from './webkit.ts'

const engines = { Firefox: startFirefox, WebKit: startWebKit }

export type Engine = { engine: keyof typeof engines }

/** Somebody with a browser of their own, who has no account yet. */
export type Visitor = { name: string; email: string; password: string; screen: Screen }

type Cast = Engine & { visitor(name: string): Promise<Visitor> }

/** A test with a real server, a real mail server and people with browsers of an engine. Anything wrong on a page fails it. */
export const test = base.extend<Cast>({
  engine: ['Firefox', { option: true }],
  visitor: async ({ engine }, use) => {
    const browsers: Browser[] = []
    const screens: Screen[] = []
    await use(async name => {
      const browser = await engines[engine]()
      browsers.push(browser)
      console.log(`${name} comes with ${browser.name}.`)
      const screen = new Screen(browser)
      screens.push(screen)
      return { name, email: plainAddress(name), password: 'correct horse', screen }
    })
    const complaints = await Promise.all(screens.map(screen => screen.complaints())).finally(() =>
      Promise.all(browsers.map(browser => browser.close())),
    )
    expect(complaints.flat(), 'what went wrong on their pages').toEqual([])
  },
})

export { expect }

import { plainAddress } from '../fixtures/browser-users.ts'
import { test as base, expect } from '../fixtures/test.ts'
import type { Browser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { startWebKit } from './webkit.ts'

const engines = { Firefox: startFirefox, WebKit: startWebKit }

export type Engine = { engine: keyof typeof engines }

/** A person with a browser of their own and, at first, no account. */
export type Visitor = { name: string; email: string; password: string; screen: Screen }

type Fixtures = Engine & { visitor(name: string): Promise<Visitor> }

/** A test with a real server, a real mail server and users with browsers of one engine. An error on a loaded page fails the test. */
export const test = base.extend<Fixtures>({
  engine: ['Firefox', { option: true }],
  visitor: async ({ engine }, use) => {
    const browsers: Browser[] = []
    const screens: Screen[] = []
    await use(async name => {
      const browser = await engines[engine]()
      browsers.push(browser)
      console.log(`${name} uses ${browser.name}.`)
      const screen = new Screen(browser)
      screens.push(screen)
      return { name, email: plainAddress(name), password: 'correct horse', screen }
    })
    const errors = await Promise.all(screens.map(screen => screen.errors())).finally(() =>
      Promise.all(browsers.map(browser => browser.close())),
    )
    expect(errors.flat(), 'errors on the pages').toEqual([])
  },
})

export { expect }

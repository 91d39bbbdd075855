import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'
import { takeComplaints, watch } from './complaints.ts'
import { lookFor, type Role, type Seen } from './look-for.ts'

// Far more than anything takes, on a machine that is busy with other things, too.
const limit = { timeout: 45_000, intervals: [100] }

/** As WebDriver writes them. */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' }
const shift = '\uE008'

/** What somebody sees in a browser and does there, with a pointer and with keys. */
export class Screen {
  readonly #browser: Browser
  readonly #complaints: string[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open(url: string): Promise<void> {
    await this.complaints()
    await this.#browser.open(url)
    await this.#browser.run(watch)
  }

  /** Waits until something is there, and as it is described. */
  async sees(role: Role, name: string, as: Record<string, unknown> = {}): Promise<void> {
    const what = `${role} ‘${name}’`
    await expect(async () => {
      expect({ [what]: await this.#look(role, name) }).toMatchObject({ [what]: as })
    }).toPass(limit)
  }

  /** Waits until something is there no more. */
  async loses(role: Role, name: string): Promise<void> {
    await expect(async () => {
      expect(await this.#look(role, name), `${role} ‘${name}’`).toBeNull()
    }).toPass(limit)
  }

  /** Waits until a text is there. */
  async reads(text: string | RegExp): Promise<void> {
    await expect(async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
      expect(await this.#browser.run(() => document.body.innerText)).toMatch(text)
    }).toPass(limit)
  }

  /** Waits until a function, run in the page, answers true. */
  async meets(condition: () => boolean | Promise<boolean>): Promise<void> {
    await expect(async () => {
      expect(await this.#browser.run(condition), String(condition)).toBe(true)
    }).toPass(limit)
  }

  /** Clicks something as soon as it rests and nothing lies over it. */
  async click(role: Role, name: string): Promise<void> {
    const what = `${role} ‘${name}’`
    let [x, y] = [-1, -1]
    await expect(async () => {
      const seen = await this.#look(role, name)
      const before = { x, y }
      if (seen) ({ x, y } = seen)
      expect({ [what]: seen }).toMatchObject({ [what]: { ...before, isOnTop: true } })
    }).toPass(limit)
    await this.#browser.act({
      type: 'pointer',
      id: 'pointer',
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  /** Fills in fields, named by their labels. */
  async fillIn(fields: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      await this.click('field', label)
      await this.sees('field', label, { hasFocus: true })
      await this.write(text)
      await this.sees('field', label, { value: text })
    }
  }

  /** Goes to something by Tab, or back by Shift+Tab, and presses a key on it. */
  async press(key: keyof typeof keys, role: Role, name: string): Promise<void> {
    await this.sees(role, name)
    await expect(async () => {
      const seen = await this.#look(role, name)
      // Forward past the end of the page the focus would leave it for the browser's own bars.
      if (seen && !seen.hasFocus) await this.#type(seen.isBeforeFocus ? [shift, keys.Tab] : [keys.Tab])
      expect(seen).toMatchObject({ hasFocus: true })
    }).toPass({ ...limit, intervals: [0] })
    await this.hit(key)
  }

  /** Presses a key where the focus is. */
  async hit(key: keyof typeof keys): Promise<void> {
    await this.#type([keys[key]])
  }

  /** Types where the focus is. */
  async write(text: string): Promise<void> {
    for (const letter of text) await this.#type([letter])
  }

  /** What has gone wrong on its pages so far. */
  async complaints(): Promise<string[]> {
    this.#complaints.push(...(await this.#browser.run(takeComplaints)))
    return this.#complaints
  }

  /** Presses keys together. */
  async #type(together: string[]): Promise<void> {
    const downs = together.map(value => ({ type: 'keyDown' as const, value }))
    const ups = together.map(value => ({ type: 'keyUp' as const, value }))
    await this.#browser.act({ type: 'key', id: 'keys', actions: [...downs, ...ups.reverse()] })
  }

  #look(role: Role, name: string): Promise<Seen | null> {
    return this.#browser.run(lookFor, role, name)
  }
}

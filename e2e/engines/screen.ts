import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'
import { type ElementState, lookFor, type Role } from './look-for.ts'
import { recordErrors, takeErrors } from './page-errors.ts'

// The time limit is long, because other programs may use the machine.
const waiting = { timeout: 45_000, intervals: [100] }

/** The codes that WebDriver uses for these keys. */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' }
const shift = '\uE008'

/** Reads and uses the page of a browser as a user does, by pointer and keyboard. */
export class Screen {
  readonly #browser: Browser
  readonly #errors: string[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open(url: string): Promise<void> {
    await this.errors()
    await this.#browser.open(url)
    await this.#browser.run(recordErrors)
  }

  /** Waits until an element is visible and has the expected state. */
  async expectVisible(role: Role, name: string, state: Record<string, unknown> = {}): Promise<void> {
    const element = `${role} ‘${name}’`
    await expect(async () => {
      expect({ [element]: await this.#find(role, name) }).toMatchObject({ [element]: state })
    }).toPass(waiting)
  }

  async expectHidden(role: Role, name: string): Promise<void> {
    await expect(async () => {
      expect(await this.#find(role, name), `${role} ‘${name}’`).toBeNull()
    }).toPass(waiting)
  }

  async expectText(text: string | RegExp): Promise<void> {
    await expect(async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: innerText contains only visible text.
      expect(await this.#browser.run(() => document.body.innerText)).toMatch(text)
    }).toPass(waiting)
  }

  /** Waits until a function that runs in the page returns true. */
  async waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
    await expect(async () => {
      expect(await this.#browser.run(condition), String(condition)).toBe(true)
    }).toPass(waiting)
  }

  /** Clicks an element as soon as it no longer moves and no other element covers it. */
  async click(role: Role, name: string): Promise<void> {
    const element = `${role} ‘${name}’`
    let [x, y] = [-1, -1]
    await expect(async () => {
      const seen = await this.#find(role, name)
      const before = { x, y }
      if (seen) ({ x, y } = seen)
      expect({ [element]: seen }).toMatchObject({ [element]: { ...before, isOnTop: true } })
    }).toPass(waiting)
    await this.#browser.sendInput({
      type: 'pointer',
      id: 'pointer',
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  async fillIn(textsByLabel: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(textsByLabel)) {
      await this.click('field', label)
      await this.expectVisible('field', label, { hasFocus: true })
      await this.typeText(text)
      await this.expectVisible('field', label, { value: text })
    }
  }

  /** Moves the focus to an element by Tab or Shift+Tab and presses a key. */
  async press(key: keyof typeof keys, role: Role, name: string): Promise<void> {
    await this.expectVisible(role, name)
    await expect(async () => {
      const seen = await this.#find(role, name)
      // Shift+Tab reaches an earlier element directly. Tab would first move the focus into the toolbars of the browser.
      if (seen && !seen.hasFocus)
        await this.#pressTogether(seen.isBeforeFocus ? [shift, keys.Tab] : [keys.Tab])
      expect(seen).toMatchObject({ hasFocus: true })
    }).toPass({ ...waiting, intervals: [0] })
    await this.pressKey(key)
  }

  async pressKey(key: keyof typeof keys): Promise<void> {
    await this.#pressTogether([keys[key]])
  }

  async typeText(text: string): Promise<void> {
    for (const letter of text) await this.#pressTogether([letter])
  }

  /** Returns all errors of the pages that were opened so far. */
  async errors(): Promise<string[]> {
    this.#errors.push(...(await this.#browser.run(takeErrors)))
    return this.#errors
  }

  async #pressTogether(values: string[]): Promise<void> {
    const downs = values.map(value => ({ type: 'keyDown' as const, value }))
    const ups = values.map(value => ({ type: 'keyUp' as const, value }))
    await this.#browser.sendInput({ type: 'key', id: 'keys', actions: [...downs, ...ups.reverse()] })
  }

  #find(role: Role, name: string): Promise<ElementState | null> {
    return this.#browser.run(lookFor, role, name)
  }
}

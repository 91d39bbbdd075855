import { browserKind } from '@grouplight/contract/browser-kind.ts'
import { ringingTexts } from '#texts/ringing/ringing-texts.ts'

const { userAgent, maxTouchPoints } = navigator
const { browser, system } = browserKind(userAgent, maxTouchPoints)

/** Returns a name for this browser, like 'Chrome on Android', by which the user recognizes it. */
export function deviceName(): string {
  if (browser && system) return ringingTexts.browserOn(browser, system)
  return browser ?? system ?? ringingTexts.someBrowser
}

/** Returns a text that says how the user can unblock notifications. A page cannot ask for a permission that is blocked. */
export function howToAllow(): string {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (system === 'iPhone' || system === 'iPad') return ringingTexts.allowOnIos
  if (system === 'Android' && isInstalled) return ringingTexts.allowOnAndroid
  if (browser === 'Safari') return ringingTexts.allowInSafari
  return ringingTexts.allowInBrowser
}

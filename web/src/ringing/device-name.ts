import { browserKind } from '@grouplight/contract/browser-kind.ts'
import { ringingTexts } from '#texts/ringing/ringing-texts.ts'

const { userAgent, maxTouchPoints } = navigator
const { browser, system } = browserKind(userAgent, maxTouchPoints)

/** Returns a name for this browser, like 'Chrome on Android', by which the user recognizes it. */
export function deviceName(): string {
  if (browser && system) return ringingTexts.browserOn(browser, system)
  return browser ?? system ?? ringingTexts.someBrowser
}

/** Returns how to allow notifications that the user has blocked, because a page cannot ask again. */
export function howToAllow(): string {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (system === 'iPhone' || system === 'iPad') return ringingTexts.allowOnIos
  if (system === 'Android' && isInstalled) return ringingTexts.allowOnAndroid
  if (browser === 'Safari') return ringingTexts.allowInSafari
  return ringingTexts.allowInBrowser
}

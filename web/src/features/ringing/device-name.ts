import ringingTexts from 'texts:ringing'
import { browserKind } from '@grouplight/contract/browser-kind.ts'

const { userAgent, maxTouchPoints } = navigator
const { browser, system } = browserKind(userAgent, maxTouchPoints)

export const isComputer = ['Windows', 'macOS', 'Linux', 'ChromeOS'].includes(system ?? '')

export function deviceName(): string {
  if (browser && system) return ringingTexts.browserOn({ browser, system })
  return browser ?? system ?? ringingTexts.someBrowser
}

/** A page cannot ask for a blocked permission, so the text says how the user unblocks notifications. */
export function howToAllow(): string {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (system === 'iPhone' || system === 'iPad') return ringingTexts.allowOnIos
  if (system === 'Android' && isInstalled) return ringingTexts.allowOnAndroid
  if (browser === 'Safari') return ringingTexts.allowInSafari
  return ringingTexts.allowInBrowser
}

import ringingDialogTexts from 'texts:ringing-dialogs'
import { browserKind } from '@grouplight/contract/browser-kind.ts'

const { userAgent, maxTouchPoints } = navigator
const { browser, system } = browserKind(userAgent, maxTouchPoints)

export const isComputer = ['Windows', 'macOS', 'Linux', 'ChromeOS'].includes(system ?? '')

export function deviceName(): string {
  if (browser && system) return ringingDialogTexts.browserOn({ browser, system })
  return browser ?? system ?? ringingDialogTexts.someBrowser
}

/** A page cannot ask for a blocked permission, so the text says how the user unblocks notifications. */
export function howToAllow(): string {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (system === 'iPhone' || system === 'iPad') return ringingDialogTexts.allowOnIos
  if (system === 'Android' && isInstalled) return ringingDialogTexts.allowOnAndroid
  if (browser === 'Safari') return ringingDialogTexts.allowInSafari
  return ringingDialogTexts.allowInBrowser
}

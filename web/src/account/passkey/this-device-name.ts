import { browserKind } from '@grouplight/contract/browser-kind.ts'
import { profileTexts } from '#texts/profile/profile-texts.ts'

export function thisDeviceName(): string {
  const { browser, system } = browserKind(navigator.userAgent, navigator.maxTouchPoints)
  if (browser && system) return profileTexts.passkeyOn(browser, system)
  return browser ?? system ?? profileTexts.somePasskey
}

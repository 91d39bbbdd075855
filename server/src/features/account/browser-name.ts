import { browserKind } from '@grouplight/contract/browser-kind.ts'

/** Returns for example 'Firefox (Linux)', 'Firefox' or 'Linux'. Returns null if both the browser and the system are unknown. */
export function browserNameOf(userAgent = ''): string | null {
  const { browser, system } = browserKind(userAgent)
  if (browser && system) return `${browser} (${system})`
  return browser ?? system
}

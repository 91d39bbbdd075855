import { browserKind } from '@grouplight/contract/browser-kind.ts'

/** Returns for example 'Firefox (Linux)'. If only one of the two is known, returns that one. Returns null if neither is known. */
export function browserNameOf(userAgent = ''): string | null {
  const { browser, system } = browserKind(userAgent)
  if (browser && system) return `${browser} (${system})`
  return browser ?? system
}

// The order matters, because a user agent often contains the names of several browsers or systems.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bcurl\//, 'curl'],
  [/\bEdg/, 'Edge'],
  [/\b(OPR|OPT|OPX)\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Vivaldi/, 'Vivaldi'],
  [/DuckDuckGo|Ddg\//, 'DuckDuckGo'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom(e|ium)|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

export type BrowserKind = { browser: string | null; system: string | null }

/**
 * Most iPads send the user agent of a Mac. `touchPoints` (`navigator.maxTouchPoints`) distinguishes such an iPad from a Mac. The server
 * does not know this value.
 */
export function browserKind(userAgent: string, touchPoints = 0): BrowserKind {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const system = nameIn(systems)
  return { browser: nameIn(browsers), system: system === 'macOS' && touchPoints > 1 ? 'iPad' : system }
}

// The first match counts, because a user agent also names browsers and systems that it resembles.
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

/** The names of a browser and its system, like Chrome and Android. Null where the browser does not say. */
export type BrowserKind = { browser: string | null; system: string | null }

/**
 * Reads the header User-Agent or `navigator.userAgent`. An iPad calls itself a Mac, and only `touchPoints` tells them apart. A
 * server does not know `touchPoints`.
 */
export function browserKind(userAgent: string, touchPoints = 0): BrowserKind {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const system = nameIn(systems)
  return { browser: nameIn(browsers), system: system === 'macOS' && touchPoints > 1 ? 'iPad' : system }
}

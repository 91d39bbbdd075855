// The first match counts, because a user agent also names browsers and systems that it resembles.
const browsers: [pattern: RegExp, name: string][] = [
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
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** The names of a browser and its system, like Chrome and Android. Null where the browser does not say. */
export type BrowserKind = { browser: string | null; system: string | null }

/** `touchPoints` tells an iPad from a Mac, because an iPad calls itself a Mac. */
export function browserKind(userAgent: string, touchPoints: number): BrowserKind {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const system = nameIn(systems)
  return { browser: nameIn(browsers), system: system === 'Mac' && touchPoints > 1 ? 'iPad' : system }
}

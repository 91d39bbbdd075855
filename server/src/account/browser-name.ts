// The order matters: Edge and Samsung Internet also name Chrome, and Chrome also names Safari.
const browsers: [part: RegExp, name: string][] = [
  [/\bcurl\//, 'curl'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OP[RT]\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Version\/[^ ]+ .*Safari\//, 'Safari'],
]
// Android names Linux. An iPhone and an iPad name Mac OS.
const systems: [part: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns the browser and the system, for example 'Firefox (Linux)'. Null if the header names none of the table. */
export function browserNameOf(userAgent = ''): string | null {
  const [browser, system] = [browsers, systems].map(
    table => table.find(([part]) => part.test(userAgent))?.[1],
  )
  if (browser && system) return `${browser} (${system})`
  return browser ?? system ?? null
}

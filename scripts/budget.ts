// Checks the size of the scripts and styles that a browser must load before it shows a page: in English, and in each other language how
// much longer its texts are.
// `index.html` names files for all pages. `hints.json` names further files for some paths.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Language, languageCodes, sourceLanguage } from '../locales/src/languages.ts'

type Budget = { page: string; path: string; scriptKiB: number; styleKiB: number }

const budgets: Budget[] = [
  { page: 'Sign-in page', path: '/login', scriptKiB: 130, styleKiB: 15 },
  { page: 'Dashboard', path: '/dashboard', scriptKiB: 150, styleKiB: 15 },
  { page: 'Group page', path: '/groups/', scriptKiB: 150, styleKiB: 15 },
]

// Other letters than Latin ones are longer in UTF-8.
const moreKiB = { latin: 3, other: 6 }

const dist = new URL('../web/dist/', import.meta.url)
const html = readDist('index.html').toString()
const hints: Record<string, string[]> = JSON.parse(readDist('hints.json').toString())
const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
const inlineStyles = html.match(/<style.*?<\/style>/s)?.[0]
if (scripts.length === 0 || !inlineStyles) throw new Error('The build names no scripts, or has no style.')

for (const budget of budgets) {
  const files = [...scripts, ...(hints[budget.path] ?? [])]
  check(budget, files, [{ content: inlineStyles }])
}

// What the operator's page loads beyond the shell. Nothing names its files, so that the page of everybody else at this address does not.
const ofShell = new Set([...scripts, ...(hints['/dashboard'] ?? [])].map(file => file.split('/').at(-1)))
const ofSite = readdirSync(new URL('assets/', dist)).filter(file =>
  /^site-routes-[^.]+\.(js|css)$/.test(file),
)
for (const file of ofSite)
  for (const [, imported = ''] of readDist(`./assets/${file}`)
    .toString()
    .matchAll(/(?:from|import)"\.\/([^"]+)"/g))
    if (!ofShell.has(imported) && !ofSite.includes(imported)) ofSite.push(imported)
check(
  { page: 'Operator’s page, beyond the shell', path: '/site', scriptKiB: 60, styleKiB: 5 },
  ofSite.map(file => `/assets/%LANGUAGE%/${file}`),
)

function check(
  { page, scriptKiB, styleKiB }: Budget,
  names: string[],
  styles: { content: Buffer | string }[] = [],
): void {
  const scriptNames = names.filter(name => name.endsWith('.js'))
  const scriptIn = (language: Language) =>
    gzippedKiB(scriptNames.map(name => ({ content: readDist(`.${name}`, language) })))
  const script = scriptIn(sourceLanguage)
  const style = gzippedKiB([
    ...names.filter(name => name.endsWith('.css')).map(name => ({ content: readDist(`.${name}`) })),
    ...styles,
  ])
  const more = languageCodes.map(language => ({ language, kiB: scriptIn(language) - script }))
  const [longest] = more.toSorted((a, b) => b.kiB - a.kiB)
  console.log(
    `${page}: ${script.toFixed(2)} KiB of script (at most ${scriptKiB}), ${style.toFixed(2)} KiB of CSS (at most ${styleKiB}), gzipped; ` +
      `${longest?.kiB.toFixed(2)} KiB more in ${longest?.language}`,
  )
  const excess = Math.max(script - scriptKiB, style - styleKiB)
  if (excess > 0) fail(`${page}: over budget by ${Math.ceil(1024 * excess)} bytes`)
  for (const { language, kiB } of more)
    if (kiB > (isLatin(language) ? moreKiB.latin : moreKiB.other))
      fail(`${page}: the texts of ${language} are ${kiB.toFixed(2)} KiB longer than the English ones`)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

function isLatin(language: Language): boolean {
  return new Intl.Locale(language).maximize().script === 'Latn'
}

function readDist(file: string, language: Language = sourceLanguage): Buffer {
  const inLanguage = new URL(file.replace('%LANGUAGE%', language), dist)
  return readFileSync(existsSync(inLanguage) ? inLanguage : new URL(file.replace('%LANGUAGE%/', ''), dist))
}

function gzippedKiB(parts: { content: Buffer | string }[]): number {
  return parts.reduce((sum, { content }) => sum + gzipSync(content).length, 0) / 1024
}

// Checks the size of the scripts and styles that a browser must load before it shows a page, in the language with the longest texts.
// `index.html` names files for all pages. `hints.json` names further files for some paths.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { languageCodes } from '../locales/src/languages.ts'

type Budget = { page: string; path: string; scriptKiB: number; styleKiB: number }

const budgets: Budget[] = [
  { page: 'Sign-in page', path: '/login', scriptKiB: 130, styleKiB: 15 },
  { page: 'Dashboard', path: '/dashboard', scriptKiB: 150, styleKiB: 15 },
  { page: 'Group page', path: '/groups/', scriptKiB: 150, styleKiB: 15 },
]

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
  const files = names.map(file => ({ file, content: readDist(`.${file}`) }))
  const script = gzippedKiB(files.filter(({ file }) => file.endsWith('.js')))
  const style = gzippedKiB([...files.filter(({ file }) => file.endsWith('.css')), ...styles])
  console.log(
    `${page}: ${script.toFixed(2)} KiB of script (at most ${scriptKiB}), ${style.toFixed(2)} KiB of CSS (at most ${styleKiB}), gzipped`,
  )
  if (script > scriptKiB || style > styleKiB) {
    const excess = Math.ceil(1024 * Math.max(script - scriptKiB, style - styleKiB))
    console.error(`${page}: over budget by ${excess} bytes`)
    process.exitCode = 1
  }
}

function readDist(file: string): Buffer {
  const files = languageCodes
    .flatMap(language => [file.replace('%LANGUAGE%', language), file.replace('%LANGUAGE%/', '')])
    .map(path => new URL(path, dist))
    .filter(path => existsSync(path))
    .map(path => readFileSync(path))
  return files.reduce((longest, content) => (content.length > longest.length ? content : longest))
}

function gzippedKiB(parts: { content: Buffer | string }[]): number {
  return parts.reduce((sum, { content }) => sum + gzipSync(content).length, 0) / 1024
}

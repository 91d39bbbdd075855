// What a page makes a phone load before it shows, measured on the build: the entry, the page's own chunks, and all they
// import.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; css?: string[]; imports?: string[] }

const login = ['src/pages/login-page.tsx']
const dashboard = ['src/app/shell.tsx', 'src/pages/dashboard-page.tsx']
const group = ['src/app/shell.tsx', 'src/pages/group-page.tsx']
const budgets = [
  { page: 'Sign-in page', parts: login, scriptKiB: 150, styleKiB: 15 },
  { page: 'Dashboard', parts: dashboard, scriptKiB: 175, styleKiB: 15 },
  { page: 'Group page', parts: group, scriptKiB: 180, styleKiB: 15 },
]

const dist = new URL('../web/dist/', import.meta.url)
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

for (const { page, parts, scriptKiB, styleKiB } of budgets) {
  const chunks = reachable(['index.html', ...parts])
  const scripts = gzippedKiB(chunks.map(({ file }) => file))
  const styles = gzippedKiB(chunks.flatMap(({ css }) => css ?? []))
  console.log(
    `${page}: ${scripts.toFixed(1)} KiB of script (at most ${scriptKiB}), ${styles.toFixed(1)} KiB of CSS (at most ${styleKiB}), gzipped`,
  )
  if (scripts > scriptKiB || styles > styleKiB) process.exitCode = 1
}

function reachable(names: string[], seen = new Set<string>()): Chunk[] {
  return names.flatMap(name => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (seen.has(name)) return []
    seen.add(name)
    return [chunk, ...reachable(chunk.imports ?? [], seen)]
  })
}

function gzippedKiB(files: string[]): number {
  const sizes = [...new Set(files)].map(file => gzipSync(readFileSync(new URL(file, dist))).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../web')

test('every variable that a style uses is set somewhere', () => {
  const files = globSync(['index.html', 'src/**/*.{css,ts,tsx}'], { cwd: web })
  const text = files.map(file => readFileSync(join(web, file), 'utf8')).join('\n')
  const found = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
  const isSet = found(/(--[\w-]+)['"`\]]*[:,]/g)
  expect([...found(/var\((--[\w-]+)[),]/g)].filter(name => !isSet.has(name))).toEqual([])
})

// After a tap, a phone shows the style for a pointer above whatever is then under the finger, which looks as if it were chosen.
test('nothing changes below a pointer where there is none', () => {
  const files = globSync('src/**/*.css', { cwd: web })
  const changes = (file: string) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/(?<!,\n)^\S[^,\n]*:hover[^,\n]* \{/gm)].map(
      ([rule]) => rule,
    )
  expect(files.flatMap(changes)).toEqual([])
})

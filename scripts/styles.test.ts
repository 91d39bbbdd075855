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

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

describe('vitest.config.ts lists only existing files', () => {
  const lists = matches('vitest.config.ts', /'((?:src|testing|scenarios)\/[^']+)'/g)

  test.each(lists.flatMap(alternatives))('%s', path => {
    expect(globSync(path, { cwd: join(root, 'server') })).not.toEqual([])
  })
})

describe('CONTRIBUTING.md names only existing files in its table of changes', () => {
  const named = matches('CONTRIBUTING.md', /(?<=^\| .*)`([^` (]*(?:\.ts|\.tsx|\.md|\.yaml|\/|file))`/gm)

  test.each(named)('%s', path => {
    const pattern = path.replace(/<\w+>|…/g, '*')
    // Paths are below the root, or below one of these folders. An operation's files are in a folder of its module.
    expect(globSync(`{,server/src/,web/src/,server/src/*/}${pattern}`, { cwd: root })).not.toEqual([])
  })
})

function matches(file: string, pattern: RegExp): string[] {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, path = '']) => path)
  return [...new Set(found)]
}

/** Returns one path for each alternative in {braces}, because a pattern is wrong if only one alternative exists. */
function alternatives(path: string): string[] {
  const [, before = '', inside = '', after = ''] = path.match(/^(.*)\{(.*)\}(.*)$/) ?? ['', path]
  return inside.split(',').map(each => before + each + after)
}

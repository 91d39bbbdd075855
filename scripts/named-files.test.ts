import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

describe('vitest.config.ts lists only existing files', () => {
  const lists = matches('vitest.config.ts', /'((?:src|testing|scenarios)\/[^']+)'/g)

  test.each(lists.flatMap(alternatives))('%s exists', path => {
    expect(globSync(path, { cwd: join(root, 'server') })).not.toEqual([])
  })
})

describe.each(['CONTRIBUTING.md', 'ARCHITECTURE.md'])('%s names only existing files', document => {
  const named = matches(document, /`([^` (]*(?:\.ts|\.tsx|\.m?js|\.html|\.md|\.yaml|\/|file))`/g)

  test.each(named)('%s exists', path => {
    const pattern = path.replace(/<\w+>|…/g, '*')
    // The braces contain the folders to which a path can be relative. The empty one is the root.
    expect(
      globSync(`{,server/src/,server/src/*/,server/src/*/*/,web/src/,web/src/features/,web/}${pattern}`, {
        cwd: root,
      }),
    ).not.toEqual([])
  })
})

function matches(file: string, pattern: RegExp): string[] {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, path = '']) => path)
  return [...new Set(found)]
}

/** Returns a path for each alternative in {braces}. A path without braces is returned as it is. */
function alternatives(path: string): string[] {
  const [, before = '', inside = '', after = ''] = path.match(/^(.*)\{(.*)\}(.*)$/) ?? ['', path]
  return inside.split(',').map(each => before + each + after)
}

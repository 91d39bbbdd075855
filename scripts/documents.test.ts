import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableRows } from '../server/testing/page-blocks.ts'
import { testExists } from './named-tests.ts'

const root = resolve(import.meta.dirname, '..')
const documents = globSync('{,docs/**/}*.md', { cwd: root })

test.each(documents)('every link in %s leads to a file and a heading', document => {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter(link => !/^[a-z]+:/.test(link) && !leadsSomewhere(document, link))).toEqual([])
})

describe.each(['asvs.csv', 'attacks.csv'])('the last column of docs/%s', table => {
  const evidence = tableRows(table)
    .flatMap(row => row.at(-1)?.split(' ; ') ?? [])
    .filter(each => each !== '')

  test('names only files and tests that exist', () => {
    expect(evidence.length).toBeGreaterThan(5)
    const missing = evidence.filter(each => {
      const [file = '', ...titles] = each.split(' › ')
      return titles.length === 0
        ? !existsSync(join(root, file))
        : !testExists({ file, title: titles.join(' › ') })
    })
    expect(missing).toEqual([])
  })
})

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(root, target))) return false
  return heading === undefined || !target.endsWith('.md') || headingsOf(target).includes(heading)
}

/** Returns the headings of a document as a link to them is written. */
function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../web')
const sentence = /(?:['"`>]|^\s*)[A-Z][\w’]*,? (?!extends )[a-z]/
const label = /\b(?:label|title|alt|placeholder)="\w|[^=]>[A-Z]\w+<\//
// Comments, and errors that nobody but programmers reads.
const notShown = /^\s*(?:\/\/|\/?\*|\{\/\*)|Error\(/

test('the code of the web app has no text that people read: all of them are in the catalogues', () => {
  const files = globSync(['src/**/*.{ts,tsx}', '*.html', '*.js'], { cwd: web }).filter(
    file => !file.includes('.test.'),
  )
  const found = files.flatMap(file =>
    readFileSync(`${web}/${file}`, 'utf8')
      .split('\n')
      .filter(line => !notShown.test(line) && (sentence.test(line) || label.test(line)))
      .map(line => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

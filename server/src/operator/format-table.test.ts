import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

test('columns are as wide as their content, numbers are aligned to the right, and an emoji counts as one character', () => {
  const rows = [
    { name: 'Ana', groups: 3 },
    { name: 'Zoë 👩‍🚒', groups: 12 },
  ]
  expect(formatTable(rows, { NAME: row => row.name, GROUPS: row => row.groups, LAST: () => '' })).toEqual([
    'NAME   GROUPS  LAST',
    'Ana         3',
    'Zoë 👩‍🚒      12',
  ])
  expect(formatTable([], { NAME: () => '', GROUPS: () => 1 })).toEqual(['NAME  GROUPS'])
})

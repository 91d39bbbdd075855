import { readFileSync } from 'node:fs'
import { type Access, accesses, type Endpoint } from '@grouplight/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { endpoints } from '#testing/api.ts'

const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')

// The refusals of an endpoint tell whether the session must be confirmed.
function needOf({ access, refusals }: Endpoint): string {
  const isSensitive = access === 'verified' && refusals.includes('confirm-first')
  return isSensitive ? `${accesses[access]}, and a confirmation` : accesses[access]
}

function rowsOf(access: Access): string[] {
  const found = endpoints.filter(endpoint => endpoint.access === access)
  const groups = Map.groupBy(found, endpoint => `| ${needOf(endpoint)} | ${endpoint.tag} |`)
  const namesOf = (group: Endpoint[]) => group.map(({ name }) => name).sort()
  return [...groups].map(([start, group]) => `${start} ${namesOf(group).join(', ')} |`).sort()
}

test('docs/security.md says of every operation what it needs', () => {
  const access = Object.keys(accesses) as Access[]
  const table = ['| needed | module | operations |', '| --- | --- | --- |', ...access.flatMap(rowsOf)]
  const [, shown = ''] = page.split('## What a session or a link may do\n')
  const lines = shown.split('\n## ')[0]?.split('\n') ?? []
  expect(lines.filter(line => line.startsWith('|')).join('\n')).toBe(table.join('\n'))
})

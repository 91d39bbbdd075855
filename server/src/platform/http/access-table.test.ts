import { readFileSync } from 'node:fs'
import type { Access, Endpoint, KeyUse } from '@grouplight/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { endpoints } from '#testing/api.ts'

const accesses: Record<Access, string> = {
  anybody: 'nothing',
  link: 'the secret of an invite link, in the body',
  board: 'the id and the secret of a board, in the header Authorization',
  verified: 'a session of a user with a verified address',
}
const keyUses: Record<KeyUse, string> = { see: 'any key of the user', switch: 'a key that may switch' }
const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')

function needOf({ access, refusals }: Endpoint): string {
  const isSensitive = access === 'verified' && refusals.includes('confirm-first')
  return isSensitive ? `${accesses[access]}, and a confirmation` : accesses[access]
}

function rowsOf(access: Access): string[] {
  const found = endpoints.filter(endpoint => endpoint.access === access)
  const groups = Map.groupBy(found, endpoint => `| ${needOf(endpoint)} | ${endpoint.tag} |`)
  return [...groups].map(([start, group]) => `${start} ${namesOf(group)} | ${byKey(group)} |`).sort()
}

function byKey(group: Endpoint[]): string {
  const uses = Object.keys(keyUses) as KeyUse[]
  const cells = uses.flatMap(use => {
    const names = namesOf(group.filter(({ keys }) => keys === use))
    return names === '' ? [] : `${keyUses[use]}: ${names}`
  })
  return cells.join('; ') || 'none'
}

function namesOf(group: Endpoint[]): string {
  return group
    .map(({ name }) => name)
    .sort()
    .join(', ')
}

test('docs/security.md says for every operation what a caller needs and whether a key may use it', () => {
  const access = Object.keys(accesses) as Access[]
  const head = ['| needed | module | operations | by key |', '| --- | --- | --- | --- |']
  const table = [...head, ...access.flatMap(rowsOf)]
  const [, shown = ''] = page.split('## What a session, a link or a key may do\n')
  const lines = shown.split('\n## ')[0]?.split('\n') ?? []
  expect(lines.filter(line => line.startsWith('|')).join('\n')).toBe(table.join('\n'))
})

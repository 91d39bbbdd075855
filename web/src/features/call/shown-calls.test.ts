import type { Call } from '@grouplight/contract/call.ts'
import { expect, test } from 'vitest'
import { shownCalls } from './shown-calls.ts'

const now = Date.parse('2030-01-01T12:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const common = { text: 'Drill', needed: 1, count: 0, endsAt: at(10) }
const call = (id: string, asker: string, more: Partial<Call> = {}): Call => ({
  ...common,
  id,
  asker: { userId: asker, name: asker },
  ...more,
})

test('open calls come first; found ones, and the user’s own that are over, are shown for an hour', () => {
  const calls = [
    call('found', 'Ben', { outcome: 'found', closedAt: at(-59) }),
    call('open', 'Ben'),
    call('found long ago', 'Ben', { outcome: 'found', closedAt: at(-60) }),
    call('found long ago, still to be taken back', 'Ben', {
      outcome: 'found',
      closedAt: at(-60),
      who: [{ userId: 'Ana', name: 'Ana' }],
    }),
    call('own', 'Ana', { outcome: 'over', closedAt: at(-1) }),
    call('over', 'Ben', { outcome: 'over', closedAt: at(-1) }),
    call('withdrawn', 'Ana', { outcome: 'withdrawn', closedAt: at(-1) }),
    call('forgotten by a page without a connection', 'Ben', { endsAt: at(-60) }),
  ]
  expect(shownCalls(calls, 'Ana', now).map(({ id }) => id)).toEqual([
    'open',
    'found',
    'found long ago, still to be taken back',
    'own',
  ])
})

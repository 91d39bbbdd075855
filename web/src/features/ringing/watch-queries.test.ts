import type { Watch } from '@grouplight/contract/watch.ts'
import { expect, test } from 'vitest'
import { withWatch } from './watch-queries.ts'

const watch = (id: string, wish: Pick<Watch, 'memberId' | 'needed'>, hour: number): Watch => ({
  ...{ id, groupId: 'choir', endsAt: `2030-01-01T${hour}:00:00.000Z` },
  ...wish,
})
const ben = { memberId: 'ben', needed: null }
const two = { memberId: null, needed: 2 }

test('the watch that ends first is at the beginning of the list', () => {
  const watches = withWatch([watch('a', ben, 12)], watch('b', two, 11))
  expect(watches.map(({ id }) => id)).toEqual(['b', 'a'])
})

test('an added watch replaces a watch for the same member', () => {
  const watches = withWatch([watch('a', ben, 12), watch('b', two, 13)], watch('c', ben, 14))
  expect(watches.map(({ id }) => id)).toEqual(['b', 'c'])
})

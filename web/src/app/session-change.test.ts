import type { Account } from '@grouplight/contract/account.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { ProblemError } from '#api/client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { clearCacheOnAccountChange } from './session-change.ts'

const ana: Account = { uid: 'ana', displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const ben: Account = { ...ana, uid: 'ben' }
const renamed: Account = { ...ana, displayName: 'Anna' }
let queryClient: QueryClient

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clearCacheOnAccountChange(queryClient)
  queryClient.setQueryData(sessionQuery.queryKey, ana)
  queryClient.setQueryData(['groups'], ['of Ana'])
})

const groups = () => queryClient.getQueryData(['groups'])

test('the cache is cleared when another user signs in, or when the session ends', () => {
  queryClient.setQueryData(sessionQuery.queryKey, ben)
  expect(groups()).toBeUndefined()
  queryClient.setQueryData(['groups'], ['of Ben'])
  queryClient.setQueryData(sessionQuery.queryKey, null)
  expect(groups()).toBeUndefined()
})

test('data that was fetched together with the first session stays', () => {
  queryClient = new QueryClient()
  clearCacheOnAccountChange(queryClient)
  queryClient.setQueryData(['groups'], ['of Ana'])
  queryClient.setQueryData(sessionQuery.queryKey, ana)
  expect(groups()).toEqual(['of Ana'])
})

test('data that was fetched as a guest is removed when a user signs in', () => {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.setQueryData(['groups'], ['refused'])
  queryClient.setQueryData(sessionQuery.queryKey, ben)
  expect(groups()).toBeUndefined()
})

test('the cache stays when the same user changes their name', () => {
  queryClient.setQueryData(sessionQuery.queryKey, renamed)
  expect(groups()).toEqual(['of Ana'])
})

test('an unauthenticated response makes the session stale', async () => {
  const unauthenticated = new ProblemError({ code: 'unauthenticated', status: 401, message: '' })
  await queryClient.prefetchQuery({ queryKey: ['groups', 2], queryFn: () => Promise.reject(unauthenticated) })
  expect(queryClient.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true)
})

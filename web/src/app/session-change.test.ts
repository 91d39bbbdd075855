import type { Account } from '@grouplight/contract/account.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { sessionQuery } from '#account/account-queries.ts'
import { ProblemError } from '#api/client.ts'
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

test('what is one person’s is gone when another is signed in, or nobody', () => {
  queryClient.setQueryData(sessionQuery.queryKey, ben)
  expect(groups()).toBeUndefined()
  queryClient.setQueryData(['groups'], ['of Ben'])
  queryClient.setQueryData(sessionQuery.queryKey, null)
  expect(groups()).toBeUndefined()
})

test('what came together with the first word of who is signed in stays', () => {
  queryClient = new QueryClient()
  clearCacheOnAccountChange(queryClient)
  queryClient.setQueryData(['groups'], ['of Ana'])
  queryClient.setQueryData(sessionQuery.queryKey, ana)
  expect(groups()).toEqual(['of Ana'])
})

test('what was fetched as a guest is gone when somebody signs in', () => {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.setQueryData(['groups'], ['refused'])
  queryClient.setQueryData(sessionQuery.queryKey, ben)
  expect(groups()).toBeUndefined()
})

test('it stays while the same person changes their name', () => {
  queryClient.setQueryData(sessionQuery.queryKey, renamed)
  expect(groups()).toEqual(['of Ana'])
})

test('an answer that says "no session" makes us ask who is signed in', async () => {
  const unauthenticated = new ProblemError({ code: 'unauthenticated', status: 401, message: '' })
  await queryClient.prefetchQuery({ queryKey: ['groups', 2], queryFn: () => Promise.reject(unauthenticated) })
  expect(queryClient.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true)
})

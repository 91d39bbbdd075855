import { listPasskeys } from '@grouplight/contract/passkey.ts'
import { readSignInMethods } from '@grouplight/contract/provider.ts'
import { listSessions } from '@grouplight/contract/session.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { hasOwnSignIn } from '#ui/site.ts'

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => call(readSignInMethods, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call(listPasskeys, { signal })).passkeys,
})

/** Always false on a site whose users sign in only at the provider. On other sites, true until the server has answered. */
export function useHasPassword(): boolean {
  const { data } = useQuery(signInMethodsQuery)
  return hasOwnSignIn && data?.hasPassword !== false
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
})

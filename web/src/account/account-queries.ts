import { type Account, readSession } from '@grouplight/contract/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'
import type { Alert } from '#ui/alert.tsx'

const whileAwayMs = 5_000
const twiceADayMs = 12 * 60 * 60 * 1000

/** Who is signed in; null for a guest. Asked for again now and then: a page that only listens would lose its session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => batchedRead('account', async () => (await call(readSession, { signal })).account),
  refetchInterval: ({ state }) => (state.data === undefined && state.error ? whileAwayMs : twiceADayMs),
  refetchIntervalInBackground: true,
})

/** Set by the guard, so that what lies behind it never sees a moment without an account. */
export const AccountContext = createContext<Account | null>(null)

/** Sets what the login page tells once there is no account any more. */
export const SetSignOutAlertContext = createContext<(notice: Alert | undefined) => void>(() => {})

/** The signed-in person. Only for what is shown behind the guard. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount is for what the guard of signed-in pages encloses.')
  return account
}

import { type Account, readSession } from '@grouplight/contract/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'
import type { Alert } from '#ui/alert.tsx'

const whileUnreachableMs = 5_000
const twiceADayMs = 12 * 60 * 60 * 1000

/** The signed-in account; null for a guest. Fetched twice a day, so that an open page keeps its session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => batchedRead('account', async () => (await call(readSession, { signal })).account),
  refetchInterval: ({ state }) =>
    state.data === undefined && state.error ? whileUnreachableMs : twiceADayMs,
  refetchIntervalInBackground: true,
})

/** Provided by the guard of the signed-in pages, which therefore always have an account. */
export const AccountContext = createContext<Account | null>(null)

/** Sets the alert that the login page shows after signing out. */
export const SetSignOutAlertContext = createContext<(alert: Alert | undefined) => void>(() => {})

/** The signed-in account. Only below the guard of the signed-in pages. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount is for what the guard of signed-in pages encloses.')
  return account
}

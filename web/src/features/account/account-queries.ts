import { type Account, readSession } from '@grouplight/contract/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'
import type { Alert } from '#ui/alert.tsx'

const whileUnreachableMs = 5_000
const twiceADayMs = 12 * 60 * 60 * 1000

/** Null for a guest. Every 12 hours, an open page fetches the session again, so that the server renews it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => batchedRead('account', async () => (await call(readSession, { signal })).account),
  refetchInterval: ({ state }) =>
    state.data === undefined && state.error ? whileUnreachableMs : twiceADayMs,
  refetchIntervalInBackground: true,
})

/** The signed-in account. Null outside `RequireSession`. */
export const AccountContext = createContext<Account | null>(null)

/** Sets the alert that the login page will show when the session has ended. */
export const SetSignOutAlertContext = createContext<(alert: Alert | undefined) => void>(() => {})

export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount must be called below RequireSession.')
  return account
}

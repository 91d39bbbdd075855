import { livePath } from '@grouplight/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '#account/account-queries.ts'
import { currentConnection, setConnection } from '#live/connection-state.ts'
import { openLiveConnection } from '#live/live-connection.ts'
import { onWakeUp } from '#live/on-wake-up.ts'
import { lastKnownAsOf } from './last-known.ts'
import { applyLiveMessage } from './live-updates.ts'

/** How often everything on the screen is fetched again while the socket is away, in milliseconds. */
const pollMs = 30_000

/** Keeps everything that is cached in step with the server, for as long as somebody is signed in. */
export function useLiveUpdates(me: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    setConnection({ status: 'reconnecting', asOf: lastKnownAsOf() })
    const connection = openLiveConnection({
      connect: () => new WebSocket(livePath),
      asOf: lastKnownAsOf(),
      onMessage: message => applyLiveMessage(queryClient, me, message),
      onRefused: () =>
        queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => {}),
      onChange: setConnection,
    })
    const stopWaking = onWakeUp(connection.check)
    const poll = setInterval(async () => {
      if (currentConnection().status === 'live' || !navigator.onLine) return
      const reading = queryClient.refetchQueries({ type: 'active' }, { throwOnError: true })
      await reading.then(connection.caughtUp, () => {})
    }, pollMs)

    return () => {
      clearInterval(poll)
      stopWaking()
      connection.close()
      setConnection({ status: 'reconnecting', asOf: null })
    }
  }, [queryClient, me])
}

import { livePath } from '@grouplight/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '#account/account-queries.ts'
import { setConnection } from '#live/connection-state.ts'
import { openLiveConnection } from '#live/live-connection.ts'
import { onWakeUp } from '#live/on-wake-up.ts'
import { applyLiveMessage } from './live-updates.ts'
import { cacheRestoredAsOf, clearPersistedCache } from './persisted-cache.ts'
import { pollWhileAway } from './poll-while-away.ts'

/** Keeps everything that is cached in step with the server, for as long as somebody is signed in. */
export function useLiveUpdates(me: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    setConnection({ status: 'reconnecting', asOf: cacheRestoredAsOf() })
    const connection = openLiveConnection({
      connect: () => new WebSocket(livePath),
      asOf: cacheRestoredAsOf(),
      onMessage: message => applyLiveMessage(queryClient, me, message),
      onRefused: hasEnded => {
        if (hasEnded) clearPersistedCache()
        void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => {})
      },
      onChange: next => {
        setConnection(next)
        if (next.status === 'live') poll.forget()
      },
    })
    const poll = pollWhileAway(queryClient, me, {
      isFresh: cacheRestoredAsOf() === null,
      onCaughtUp: connection.caughtUp,
    })
    const stopWaking = onWakeUp(connection.check)

    return () => {
      poll.stop()
      stopWaking()
      connection.close()
      setConnection({ status: 'reconnecting', asOf: null })
    }
  }, [queryClient, me])
}

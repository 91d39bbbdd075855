import { useEffect, useState } from 'react'
import { type Connection, useConnection } from './connection-state.ts'

/** A lost connection is shown only after this time, because the next attempt mostly starts within half a second. */
const afterLossMs = 1_000
const afterOpeningMs = 3_000

/** Returns null until the first connection is live, or has taken too long to become live. */
export function useShownConnection(): Connection | null {
  const connection = useConnection()
  const [shown, setShown] = useState(() => (connection.status === 'reconnecting' ? null : connection))
  useEffect(() => {
    const timer = setTimeout(setShown, delayMs(connection), connection)
    return () => clearTimeout(timer)
  }, [connection])
  return shown
}

function delayMs({ status, asOf }: Connection): number {
  if (status !== 'reconnecting') return 0
  return asOf === null ? afterOpeningMs : afterLossMs
}

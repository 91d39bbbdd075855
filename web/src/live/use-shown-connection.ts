import { useEffect, useState } from 'react'
import { type Connection, useConnection } from './connection-state.ts'

/** Most losses are over before this. */
const afterLossMs = 1_000
const afterOpeningMs = 3_000

/** The connection as the screen shows it: a loss only once it has lasted. Null while there is nothing to show yet. */
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

import { useEffect, useState } from 'react'
import { type Connection, useConnection } from './connection-state.ts'

/** Most losses are over before anybody need know. */
const afterLossMs = 1_000
/** A page that has just been opened has lost nothing yet. */
const afterOpeningMs = 3_000

/** The connection as the screen tells it: a loss is shown only once it has lasted. Null: there is nothing to tell yet. */
export function useShownConnection(): Connection | null {
  const connection = useConnection()
  const [shown, setShown] = useState(() => (connection.status === 'reconnecting' ? null : connection))
  useEffect(() => {
    const timer = setTimeout(setShown, silenceMs(connection), connection)
    return () => clearTimeout(timer)
  }, [connection])
  return shown
}

function silenceMs({ status, asOf }: Connection): number {
  if (status !== 'reconnecting') return 0
  return asOf === null ? afterOpeningMs : afterLossMs
}

import { compiledPostgres } from './pglite/compiled-postgres.ts'
import { type Connection, createConnection } from './thread/connection.ts'
import { startThread } from './thread/start-thread.ts'
import { startWatchdog } from './thread/watchdog.ts'

/** Use `pglite` until `close()`, which waits for running statements. Inside `pglite.transaction`, use only its `tx`. */
export type EmbeddedDatabase = {
  pglite: Connection
  /** Starts a watchdog that ends the process when the database has made no progress for 30 s. */
  watch(limitMs?: number): void
  close(): Promise<void>
}

/**
 * Opens the embedded PostgreSQL in `dataDir`, and creates it at the first start. Only one process can open it. A change is
 * answered only after it is on disk. Throws OperatorError without changing anything if the directory is in use or cannot be
 * written, or if the database does not open or would not be durable.
 *
 * The database runs in a separate thread, because its statements and syncs block their thread.
 */
export async function openEmbedded(
  dataDir: string,
  log: (line: string) => void = () => {},
): Promise<EmbeddedDatabase> {
  const heartbeat = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = await startThread({ dataDir, program: await compiledPostgres(), heartbeat }, log)
  let stopWatchdog = () => {}
  let closing: Promise<void> | undefined
  return {
    pglite: createConnection(thread.send),
    watch(limitMs) {
      stopWatchdog = startWatchdog(heartbeat, limitMs)
    },
    close: () => (closing ??= thread.close().finally(stopWatchdog)),
  }
}

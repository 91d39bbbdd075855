import { compiledPostgres } from './pglite/compiled-postgres.ts'
import { type Connection, createConnection } from './thread/connection.ts'
import { startThread } from './thread/start-thread.ts'
import { startWatchdog } from './thread/watchdog.ts'

/** Use `pglite` until `close()`, which lets what is running end first. Inside `pglite.transaction` use its `tx` only. */
export type EmbeddedDatabase = {
  pglite: Connection
  /** From now on the process ends when the database has not moved for 30 s. */
  watch(limitMs?: number): void
  close(): Promise<void>
}

/**
 * Opens (creating it at the first start) the embedded PostgreSQL in `dataDir`: for one process at a time, and a change is
 * answered only after it was forced to disk. Throws OperatorError, and has harmed nothing, when the directory is in use or
 * cannot be written, or when the database in it does not open or would not be durable.
 *
 * It has a thread of its own, because its statements and syncs block the thread they run in.
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

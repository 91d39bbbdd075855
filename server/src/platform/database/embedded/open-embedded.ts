import { compiledPostgres } from './pglite/compiled-postgres.ts'
import { type Connection, createConnection } from './thread/connection.ts'
import { startThread } from './thread/start-thread.ts'
import { startWatchdog } from './thread/watchdog.ts'

/** The callback of `pglite.transaction` must use its parameter `tx` instead of `pglite`. `close()` waits for running statements. */
export type EmbeddedDatabase = {
  pglite: Connection
  startWatchdog(limitMs?: number): void
  close(): Promise<void>
}

/** Opens the database in a thread of its own, because statements and syncs block their thread. Throws OperatorError on failure. */
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
    startWatchdog(limitMs) {
      stopWatchdog = startWatchdog(heartbeat, limitMs)
    },
    close: () => (closing ??= thread.close().finally(stopWatchdog)),
  }
}

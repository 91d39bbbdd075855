import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#platform/database/database.ts'

/**
 * `node` is the index of the only node that loses the bus, or 'all'. If `isSilent` is true, the connection stays open, but nothing
 * passes it any more.
 */
export type BusCut = { node: number | 'all'; isSilent: boolean }

export type CutBus = (cut: BusCut) => Promise<() => Promise<void>>

const repeatMs = 20

/**
 * Closes or silences the nodes' bus connections to PostgreSQL until the bus is restored. Closes new ones, too, but does not silence
 * them. The nodes must have connected in the order of their indexes, because PostgreSQL's process ids tell which connection belongs to
 * which node.
 */
export function cutBusOf(database: Queryable): CutBus {
  const find = (which: ReturnType<typeof sql>) => rows<{ pid: number }>(database)`
    select pid from pg_stat_activity where application_name like 'grouplight server % bus' and datname = current_database() ${which}`
  return async ({ node, isSilent }) => {
    const first = await find(node === 'all' ? sql`` : sql`order by pid offset ${node} limit 1`)
    if (isSilent) {
      for (const { pid } of first) process.kill(pid, 'SIGSTOP')
      return async () => {
        for (const { pid } of first) process.kill(pid, 'SIGCONT')
      }
    }
    const end = async (found: { pid: number }[]) => {
      for (const { pid } of found) await database.execute(sql`select pg_terminate_backend(${pid})`)
    }
    // If only one node is cut, all bus connections that are opened from now on belong to this node.
    const newest = node === 'all' ? sql`` : sql`and backend_start > ${new Date().toISOString()}`
    await end(first)
    let ending = Promise.resolve()
    const timer = setInterval(() => {
      ending = find(newest)
        .then(end)
        .catch(() => clearInterval(timer))
    }, repeatMs)
    return async () => {
      clearInterval(timer)
      await ending
    }
  }
}

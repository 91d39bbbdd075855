import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { FaultProxy } from './fault-proxy.ts'

/**
 * `node` is the index of the only node that loses the bus, or 'all'. If `isSilent` is true, packets are lost but no connection is
 * closed.
 */
export type BusCut = { node: number | 'all'; isSilent: boolean }

export type CutBus = (cut: BusCut) => Promise<() => Promise<void>>

const repeatMs = 20

/**
 * Closes the nodes' bus connections to PostgreSQL until the bus is restored. Ignores `isSilent`. The nodes must have connected in
 * the order of their indexes, because PostgreSQL's process ids tell which connection belongs to which node.
 */
export function cutPostgresBus(database: Pick<Database, 'execute'>): CutBus {
  const end = async (which: ReturnType<typeof sql>) => {
    await database.execute(sql`
      select pg_terminate_backend(pid) from (
        select * from pg_stat_activity where application_name like 'grouplight server % bus' and datname = current_database() ${which}
      ) connections`)
  }
  return async ({ node }) => {
    const first = node === 'all' ? sql`` : sql`order by pid offset ${node} limit 1`
    // If only one node is cut, all bus connections that are opened from now on belong to this node.
    const newest = node === 'all' ? sql`` : sql`and backend_start > ${new Date().toISOString()}`
    await end(first)
    let ending = Promise.resolve()
    const timer = setInterval(() => {
      ending = end(newest)
    }, repeatMs)
    return async () => {
      clearInterval(timer)
      await ending
    }
  }
}

/** Cuts or silences the proxies between NATS and the nodes. `networks` has one proxy for each node, in the order of the nodes. */
export function cutNatsNetworks(networks: FaultProxy[]): CutBus {
  return async ({ node, isSilent }) => {
    const cut = networks.filter((_, index) => node === 'all' || node === index)
    for (const network of cut) {
      if (isSilent) network.silence()
      else network.cut()
    }
    return async () => {
      for (const network of cut) network.restore()
    }
  }
}

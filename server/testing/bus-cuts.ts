import { sql } from 'drizzle-orm'
import type { Database } from '#database/database.ts'
import type { FaultProxy } from './fault-proxy.ts'

/** Which node loses the bus, by its index. Silent: its packets are lost and its connection is not closed. */
export type BusCut = { node: number | 'all'; isSilent: boolean }

/** Returns a function that restores the bus. */
export type CutBus = (cut: BusCut) => Promise<() => Promise<void>>

const repeatMs = 20

/** Keeps closing the connections of the bus, also new ones. It cannot be silent. */
export function cutPostgresBus(database: Pick<Database, 'execute'>): CutBus {
  const end = async (which: ReturnType<typeof sql>) => {
    await database.execute(sql`
      select pg_terminate_backend(pid) from (
        select * from pg_stat_activity where application_name like 'grouplight server % bus' and datname = current_database() ${which}
      ) connections`)
  }
  return async ({ node }) => {
    const first = node === 'all' ? sql`` : sql`order by pid offset ${node} limit 1`
    // The lost connection is replaced by a newer one.
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

/** Each node reaches NATS through a network of its own. */
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

import { sql } from 'drizzle-orm'
import type { Database } from '#database/database.ts'
import type { FaultProxy } from './fault-proxy.ts'

/** Which node loses the bus, by its number, or all; and whether without a word, as when a firewall has forgotten them. */
export type BusCut = { whose: number | 'all'; isSilent: boolean }

/** Cuts the bus. Returns what restores it. */
export type CutBus = (cut: BusCut) => Promise<() => Promise<void>>

const againMs = 20

/** Ends the connections of the bus, and each new one, as often as they come; never without a word. */
export function cutsOfPostgres(database: Pick<Database, 'execute'>): CutBus {
  const end = async (which: ReturnType<typeof sql>) => {
    await database.execute(sql`
      select pg_terminate_backend(pid) from (
        select * from pg_stat_activity where application_name like 'grouplight server % bus' and datname = current_database() ${which}
      ) connections`)
  }
  return async ({ whose }) => {
    const first = whose === 'all' ? sql`` : sql`order by pid offset ${whose} limit 1`
    // The one that a node has lost comes back as the newest.
    const newest = whose === 'all' ? sql`` : sql`and backend_start > ${new Date().toISOString()}`
    await end(first)
    let ending = Promise.resolve()
    const timer = setInterval(() => {
      ending = end(newest)
    }, againMs)
    return async () => {
      clearInterval(timer)
      await ending
    }
  }
}

/** Cuts what lies between the nodes and NATS: one network for each node. */
export function cutsOfNetworks(networks: FaultProxy[]): CutBus {
  return async ({ whose, isSilent }) => {
    const cut = networks.filter((_, node) => whose === 'all' || whose === node)
    for (const network of cut) {
      if (isSilent) network.silence()
      else network.cut()
    }
    return async () => {
      for (const network of cut) network.mend()
    }
  }
}

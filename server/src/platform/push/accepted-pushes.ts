import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Counts } from '#platform/counts.ts'
import type { Database } from '#platform/database/database.ts'

type AcceptedPush = { pushId: number; deviceId: string }

const gatherMs = 10

/** Deletes accepted pushes and stores when their devices rang. One statement handles the pushes accepted within `gatherMs`. */
export class AcceptedPushes {
  readonly #options: { database: Database; clock: Clock; counts: Counts }
  #gathered: AcceptedPush[] = []
  #stored: Promise<void> | undefined

  constructor(options: { database: Database; clock: Clock; counts: Counts }) {
    this.#options = options
  }

  /** Resolves when the statement is executed. `isOnly` means that no other push is in flight. */
  store(accepted: AcceptedPush, isOnly: boolean): Promise<void> {
    this.#gathered.push(accepted)
    this.#stored ??= this.#storeGathered(isOnly)
    return this.#stored
  }

  /** Skips locked rows, because waiting for them could cause a deadlock. A skipped push is being replaced or deleted. */
  async #storeGathered(isOnly: boolean): Promise<void> {
    const { database, clock, counts } = this.#options
    await (isOnly ? turn() : wait(gatherMs))
    const accepted = this.#gathered
    this.#gathered = []
    this.#stored = undefined
    const pushIds = accepted.map(({ pushId }) => pushId)
    const deviceIds = accepted.map(({ deviceId }) => deviceId)
    await database.execute(sql`
      with sent as (
        delete from pushes where id in (select id from pushes where id in ${pushIds} for update skip locked)
      )
      update devices set rung_at = ${clock.now().toISOString()}, failures = 0
      where id in (select id from devices where id in ${deviceIds} for no key update skip locked)`)
    counts.pushes.sent += accepted.length
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Clock, secondMs } from '#clock.ts'
import type { Database } from '#database/database.ts'
import { hooks } from '#database/schema.ts'
import type { HookWorker } from './hook-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { readChanges } from './read-hook-states.ts'

export type TellerOptions = {
  database: Database
  clock: Clock
  log: Logger
  hookWorker: Pick<HookWorker, 'wake'>
}

/** `wake` stores deliveries for the changes in a group within about a second. `stop` resolves when nothing is running. */
export type HookTeller = { wake(groupId: string): void; stop(): Promise<void> }

const hooksAtOnce = 200

// While there are no hooks, PostgreSQL reads no other table. A user who has left a group has no membership any more, but `told` of
// the user's hook still contains the group.
const ofGroups = {
  name: 'hooks of groups',
  text: `
    select h.id from hooks h
    where h.off_at is null and (
      h.group_id = any($1::text[]) or h.tells_own_status and (
        h.user_id in (select m.user_id from memberships m where m.group_id = any($1::text[]))
        or jsonb_exists_any(h.told, $1::text[])
      )
    )`,
}

/**
 * Stores deliveries for changes in groups: of the counts of a group, and of the availability of a user. Groups that are passed to
 * `wake` within a second are handled together. They are kept only in memory: if the process ends, `tellAllHooks` finds the
 * changes.
 */
export function createHookTeller(options: TellerOptions): HookTeller {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const groupIds = [...waiting]
      waiting.clear()
      try {
        const found = await options.database.prepared<{ id: string }>(ofGroups, [groupIds])
        await tell(
          options,
          found.map(({ id }) => id),
        )
      } catch (error) {
        options.log.warn({ error }, 'storing deliveries of hooks failed and will be tried again')
      }
      await wait(secondMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    running = undefined
  }

  return {
    wake(groupId) {
      waiting.add(groupId)
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Stores deliveries for all changes that were not told yet, for example because a process ended after a change. */
export async function tellAllHooks(options: TellerOptions): Promise<void> {
  for (let after = '', more = true; more; ) {
    const found = await options.database
      .select({ id: hooks.id })
      .from(hooks)
      .where(and(isNull(hooks.offAt), gt(hooks.id, after)))
      .orderBy(asc(hooks.id))
      .limit(hooksAtOnce)
    await tell(
      options,
      found.map(({ id }) => id),
    )
    after = found.at(-1)?.id ?? after
    more = found.length === hooksAtOnce
  }
}

async function tell(options: TellerOptions, hookIds: string[]): Promise<void> {
  if (hookIds.length === 0) return
  const changed = await readChanges(options.database, sql`h.id in ${hookIds}`)
  for (const { hookId } of changed) await tellHook(options, hookId)
}

/**
 * Stores deliveries for the changes of a hook. The lock lets only one node do this. The deliveries and `told` are committed
 * together, so each change is told once.
 */
async function tellHook({ database, clock, hookWorker }: TellerOptions, hookId: string): Promise<void> {
  const isStored = await database.transaction(async transaction => {
    await transaction.execute(sql`select from hooks where id = ${hookId} for no key update`)
    // This must be a separate statement, so that it sees what another node committed before it released the lock.
    const [changes] = await readChanges(transaction, sql`h.id = ${hookId} and h.off_at is null`)
    if (!changes) return false
    // The worker is woken after the commit.
    const withoutWaking = Object.assign(transaction, { wakeHookWorker() {} })
    for (const content of changes.contents)
      await queueDeliveries(withoutWaking, sql`id = ${hookId}`, content, clock.now())
    const told = JSON.stringify(changes.told)
    await transaction.execute(sql`update hooks set told = ${told}::jsonb where id = ${hookId}`)
    return true
  })
  if (isStored) hookWorker.wake()
}

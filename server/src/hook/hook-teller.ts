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

export type HookTeller = { wake(groupId: string): void; stop(): Promise<void> }

const hooksAtOnce = 200

// While there is no hook, PostgreSQL checks nothing else. A hook of a user who has left a group still has the group in `told`.
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
 * Lets hooks tell what has changed in groups: the counts of a group, and the availability of a user. Groups that are passed to
 * `wake` within a second are handled together. They are kept only in memory: if the process ends, `tellAllHooks` finds them.
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
        options.log.warn({ error }, 'telling hooks failed and will be tried again')
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

/** Lets all hooks tell what they have not told yet, for example because a process ended after a change. */
export async function tellAllHooks(options: TellerOptions): Promise<void> {
  // What was told once is not remembered while nothing is told.
  await options.database.execute(sql`update hooks set told = '{}' where off_at is not null and told <> '{}'`)
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

/** The lock lets only one node tell. The deliveries and what was told are committed together, so each change is told once. */
async function tellHook({ database, clock, hookWorker }: TellerOptions, hookId: string): Promise<void> {
  const isTold = await database.transaction(async transaction => {
    await transaction.execute(sql`select from hooks where id = ${hookId} for no key update`)
    // Only a later statement sees what another node has committed under the lock.
    const [changes] = await readChanges(transaction, sql`h.id = ${hookId} and h.off_at is null`)
    if (!changes) return false
    // The worker is woken after the commit.
    const quietly = Object.assign(transaction, { wakeHookWorker() {} })
    for (const content of changes.contents)
      await queueDeliveries(quietly, sql`id = ${hookId}`, content, clock.now())
    const told = JSON.stringify(changes.told)
    await transaction.execute(sql`update hooks set told = ${told}::jsonb where id = ${hookId}`)
    return true
  })
  if (isTold) hookWorker.wake()
}

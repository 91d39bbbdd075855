import { and, asc, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock } from '#platform/clock.ts'
import { type AfterCommit, commit } from '#platform/database/commit.ts'
import { isDisabled } from '#platform/database/conditions.ts'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { hooks } from '#platform/database/schema.ts'
import { onceASecond, type Wakeable } from '#platform/jobs/once-a-second.ts'
import { type WorkerOf, wake } from '#platform/outbox/channel.ts'
import { storeDeliveries } from '#platform/outbox/store-items.ts'
import { deliveryLifeMs } from '#platform/push/queue-pushes.ts'
import { type HookContent, topicOfDelivery } from './hook-content.ts'
import { readChanges } from './read-hook-states.ts'

type DetectorOptions = WorkerOf<'hook'> & { database: Database; clock: Clock; log: Logger }

const hooksPerRead = 200

const ownerOfHook = sql`coalesce(h.user_id, (select made.created_by from groups made where made.id = h.group_id))`

/** A condition in SQL. When the owner is enabled, the hook sends what has changed meanwhile. */
const isAwake = sql`h.off_at is null and not ${isDisabled(ownerOfHook)}`

// The condition on `last_sent` finds the hooks of users who have left a group: these hooks must still send that their users are
// Unavailable there.
const ofGroups = {
  name: 'hooks of groups',
  text: `
    select h.id from hooks h
    where h.off_at is null and (
      h.group_id = any($1::text[]) or h.tells_own_status and (
        h.user_id in (select m.user_id from memberships m where m.group_id = any($1::text[]))
        or jsonb_exists_any(h.last_sent, $1::text[])
      )
    )`,
}

/**
 * `wake` stores deliveries for the hooks of a changed group and of its present and former members. After a crash,
 * `detectAllChanges` finds the changes that were not stored.
 */
export function createChangeDetector(options: DetectorOptions): Wakeable {
  return onceASecond(
    async groupIds => {
      const found = await options.database.prepared<{ id: string }>(ofGroups, [groupIds])
      await detect(
        options,
        found.map(({ id }) => id),
      )
    },
    error => options.log.warn({ error }, 'storing deliveries of hooks failed and will be tried again'),
  )
}

/** Stores deliveries for the changes that the change detector has missed, for example because of a crash. */
export async function detectAllChanges(options: DetectorOptions): Promise<void> {
  for (let after = '', more = true; more; ) {
    const found = await options.database
      .select({ id: hooks.id })
      .from(hooks)
      .where(and(isNull(hooks.offAt), gt(hooks.id, after)))
      .orderBy(asc(hooks.id))
      .limit(hooksPerRead)
    await detect(
      options,
      found.map(({ id }) => id),
    )
    after = found.at(-1)?.id ?? after
    more = found.length === hooksPerRead
  }
}

async function detect(options: DetectorOptions, hookIds: string[]): Promise<void> {
  if (hookIds.length === 0) return
  const changed = await readChanges(options.database, sql`h.id in ${hookIds} and ${isAwake}`)
  for (const { hookId } of changed) await queueChanges(options, hookId)
}

/** Stores the deliveries and `last_sent` in one transaction, with a lock on the hook, so that no change is stored twice. */
async function queueChanges(options: DetectorOptions, hookId: string): Promise<void> {
  await commit(options, async transaction => {
    await transaction.execute(sql`select from hooks where id = ${hookId} for no key update`)
    // This statement is separate from the lock, so that it reads what another node committed before releasing the lock.
    const [changes] = await readChanges(transaction, sql`h.id = ${hookId} and ${isAwake}`)
    if (!changes) return
    for (const content of changes.contents)
      await queueDeliveries(transaction, sql`id = ${hookId}`, content, options.clock.now())
    const lastSent = JSON.stringify(changes.lastSent)
    await transaction.execute(sql`update hooks set last_sent = ${lastSent}::jsonb where id = ${hookId}`)
  })
}

/** Stores a delivery for each hook that is on and meets the condition `hooks`. Replaces waiting deliveries with the same topic. */
export async function queueDeliveries(
  transaction: Transaction & AfterCommit<WorkerOf<'hook'>>,
  hooks: SQL,
  content: HookContent,
  now: Date,
): Promise<void> {
  const delivery = { topic: topicOfDelivery(content), content, now, expiresAt: addMs(now, deliveryLifeMs) }
  const queued = await rows(transaction)`${storeDeliveries(hooks, delivery)}`
  if (queued.length > 0) transaction.afterCommit(wake.hook)
}

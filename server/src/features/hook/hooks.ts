import type { GroupHook, PersonalHook } from '@grouplight/contract/hook.ts'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { type GroupRequest, requireCreator } from '#features/group/membership.ts'
import { inJson } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { hooks } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'

export type HookRow = typeof hooks.$inferSelect

export async function listPersonalHooks(on: Queryable, userId: string): Promise<PersonalHook[]> {
  return (await readHooks(on, eq(hooks.userId, userId))).map(toPersonalHook)
}

export async function listGroupHooks(on: Queryable, input: GroupRequest): Promise<GroupHook[]> {
  await requireCreator(on, input)
  return (await readHooks(on, eq(hooks.groupId, input.groupId))).map(toGroupHook)
}

async function readHooks(on: Queryable, ofOwner: SQL): Promise<HookRow[]> {
  return on.select().from(hooks).where(ofOwner).orderBy(asc(hooks.createdAt), hooks.id)
}

/** `ofOwner` is an SQL condition on the table `hooks`. Throws 'hook-not-found' if the owner has no hook with this id. */
export async function requireHook(on: Queryable, hookId: string, ofOwner: SQL): Promise<HookRow> {
  const [hook] = await on
    .select()
    .from(hooks)
    .where(and(eq(hooks.id, hookId), ofOwner))
  if (!hook) throw hookNotFound()
  return hook
}

export function hookNotFound(): Problem {
  return new Problem('hook-not-found')
}

export function toPersonalHook(hook: HookRow): PersonalHook {
  const { tellsNotifications, tellsOwnStatus } = hook
  return { ...toHook(hook), kind: hook.kind as PersonalHook['kind'], tellsNotifications, tellsOwnStatus }
}

export function toGroupHook(hook: HookRow): GroupHook {
  const { tellsNames, tellsCallTexts } = hook
  return { ...toHook(hook), kind: hook.kind as GroupHook['kind'], tellsNames, tellsCallTexts }
}

function toHook({ id, name, host, createdAt, offAt, outcomes }: HookRow) {
  return inJson({ id, name, host, outcomes, createdAt, offAt })
}

export async function removePersonalHook(
  { database }: Pick<Services, 'database'>,
  { userId, hookId }: { userId: string; hookId: string },
): Promise<void> {
  await removeHook(database, hookId, eq(hooks.userId, userId))
}

export async function removeGroupHook(
  { database }: Pick<Services, 'database'>,
  { hookId, ...input }: GroupRequest & { hookId: string },
): Promise<void> {
  await requireCreator(database, input)
  await removeHook(database, hookId, eq(hooks.groupId, input.groupId))
}

async function removeHook(on: Queryable, hookId: string, ofOwner: SQL): Promise<void> {
  const removed = await on
    .delete(hooks)
    .where(and(eq(hooks.id, hookId), ofOwner))
    .returning({ id: hooks.id })
  if (removed.length === 0) throw hookNotFound()
}

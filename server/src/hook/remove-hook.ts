import { and, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { hooks } from '#database/schema.ts'
import { type GroupRequest, requireCreator } from '#group/membership.ts'
import type { Services } from '#services.ts'
import { hookNotFound } from './hooks.ts'

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
  await requireCreator(database, input, 'Only the group creator can remove a hook.')
  await removeHook(database, hookId, eq(hooks.groupId, input.groupId))
}

async function removeHook(on: Queryable, hookId: string, ofOwner: SQL): Promise<void> {
  const removed = await on
    .delete(hooks)
    .where(and(eq(hooks.id, hookId), ofOwner))
    .returning({ id: hooks.id })
  if (removed.length === 0) throw hookNotFound()
}

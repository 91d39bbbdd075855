import type { AccountExport } from '@grouplight/contract/account-export.ts'
import { asc, eq, or } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { groups, hooks } from '#platform/database/schema.ts'

/** Exports only the host of a hook's target. The rest of the target is secret. */
export async function hooksOf(transaction: Transaction, userId: string): Promise<AccountExport['hooks']> {
  const found = await transaction
    .select({ hook: hooks })
    .from(hooks)
    .leftJoin(groups, eq(groups.id, hooks.groupId))
    .where(or(eq(hooks.userId, userId), eq(groups.createdBy, userId)))
    .orderBy(asc(hooks.createdAt), asc(hooks.id))
  return found.map(({ hook: { groupId, name, kind, host, language, timeZone, outcomes, ...hook } }) => ({
    ...{ groupId, name, kind, host, language, timeZone, outcomes },
    tellsNotifications: hook.tellsNotifications,
    tellsOwnStatus: hook.tellsOwnStatus,
    tellsNames: hook.tellsNames,
    createdAt: hook.createdAt.toISOString(),
    offAt: hook.offAt?.toISOString() ?? null,
  }))
}

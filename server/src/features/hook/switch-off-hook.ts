import { and, eq, isNull } from 'drizzle-orm'
import { creatorOf } from '#features/group/membership.ts'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import { groups, hookDeliveries, hooks } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'

/**
 * Also deletes the waiting deliveries, and notifies the hook's user or the creator of its group. Empties `lastSent`, so that the hook
 * sends the present state after it is switched on again.
 */
export async function switchOffHook(services: Services, hookId: string): Promise<void> {
  const { clock } = services
  await commit(services, async transaction => {
    const [hook] = await transaction
      .update(hooks)
      .set({ offAt: clock.now(), lastSent: {} })
      .where(and(eq(hooks.id, hookId), isNull(hooks.offAt)))
      .returning({ userId: hooks.userId, groupId: hooks.groupId })
    if (!hook) return
    await transaction.delete(hookDeliveries).where(eq(hookDeliveries.hookId, hookId))
    if (hook.userId) await notify(transaction, clock, { kind: 'admin.failed', recipients: [hook.userId] })
    if (!hook.groupId) return
    const [group] = await transaction
      .select({ id: groups.id, name: groups.name, createdBy: groups.createdBy })
      .from(groups)
      .where(eq(groups.id, hook.groupId))
    if (group)
      await notify(transaction, clock, {
        kind: 'group.failed',
        recipients: creatorOf(group),
        group,
      })
  })
}

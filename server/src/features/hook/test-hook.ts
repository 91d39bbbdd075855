import { randomUUID } from 'node:crypto'
import type { GroupHook, PersonalHook } from '@grouplight/contract/hook.ts'
import { eq } from 'drizzle-orm'
import { type GroupRequest, requireCreator } from '#features/group/membership.ts'
import { hourMs } from '#platform/clock.ts'
import { hooks, users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { AddressNotAllowedError } from '#platform/network/addresses.ts'
import type { Services } from '#services.ts'
import { addressNotAllowed } from './create-hook.ts'
import type { HookContent } from './hook-content.ts'
import { type HookRow, hookNotFound, requireHook, toGroupHook, toPersonalHook } from './hooks.ts'
import { hasSucceeded, outcomeColumns } from './outcome.ts'
import { readPresentCounts } from './read-hook-states.ts'
import { sendToHook } from './send-to-hook.ts'

const maxTestsPerHour = 20

/** Stores the outcome. A success switches the hook on. Throws the Problem 'hook-address-not-allowed' if the address is forbidden. */
export async function testPersonalHook(
  services: Services,
  { userId, hookId }: { userId: string; hookId: string },
): Promise<PersonalHook> {
  const { database } = services
  const hook = await requireHook(database, hookId, eq(hooks.userId, userId))
  return toPersonalHook(await testHook(services, userId, hook, { type: 'test' }))
}

/** Like `testPersonalHook`, but sends the present state of the hook's group. Only the creator of the group may do this. */
export async function testGroupHook(
  services: Services,
  { hookId, ...input }: GroupRequest & { hookId: string },
): Promise<GroupHook> {
  const { database } = services
  const { userId, groupId } = input
  await requireCreator(database, input)
  const hook = await requireHook(database, hookId, eq(hooks.groupId, groupId))
  const content = await readPresentCounts(database, hookId)
  if (!content) throw hookNotFound()
  return toGroupHook(await testHook(services, userId, hook, content))
}

async function testHook(
  services: Services,
  userId: string,
  row: HookRow,
  content: HookContent,
): Promise<HookRow> {
  const limit = { key: `hook tests:${userId}`, most: maxTestsPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.hook-tests')
  const [user] = await services.database
    .select({ language: users.language, hidesNames: users.hidesNames })
    .from(users)
    .where(eq(users.uid, userId))
  if (!user) throw hookNotFound()
  const hook = { ...row, ...user, hidesNames: user.hidesNames && row.groupId === null, ownerId: userId }
  const message = { messageId: randomUUID(), content, createdAt: services.clock.now() }
  const result = await sendToHook(services, hook, message)
  if (result instanceof AddressNotAllowedError) throw addressNotAllowed()
  const [tested] = await services.database
    .update(hooks)
    .set({ ...outcomeColumns(result, services.clock.now()), ...(hasSucceeded(result) && { offAt: null }) })
    .where(eq(hooks.id, hook.id))
    .returning()
  if (!tested) throw hookNotFound()
  return tested
}

import { and, asc, eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { groups, memberships } from '#database/schema.ts'
import { notify } from '#notification/notify.ts'
import { Problem } from '#problem.ts'
import type { AfterCommit, Services } from '#services.ts'
import { groupIdsOf, lockGroup, nextVersion } from './membership.ts'
import { groupTopic } from './topic.ts'

type Leaver = { userId: string; displayName: string }
type Left = { id: string; createdBy: string; version: number }

/** Somebody's account goes, and with it their memberships: as if they left every group. Refuses 'still-creator'. */
export async function leaveAllGroups(
  transaction: Transaction,
  { clock, hub }: Pick<Services, 'clock' | 'hub'>,
  person: Leaver,
): Promise<AfterCommit> {
  await requireNoGroupOfTheirOwn(transaction, person)
  const left: Left[] = []
  for (const groupId of await groupIdsOf(transaction, person.userId)) {
    const group = await lockGroup(transaction, groupId)
    if (!group) continue
    // Taken over in this very moment, before it was held.
    if (group.createdBy === person.userId) throw stillCreator([group])
    await transaction
      .delete(memberships)
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, person.userId)))
    await notify(transaction, clock, {
      kind: 'membership.left.creator',
      recipients: [group.createdBy],
      group,
      about: person,
    })
    left.push({ ...group, version: await nextVersion(transaction, groupId) })
  }
  return () => {
    for (const { id, createdBy, version } of left) {
      hub.unfollow(person.userId, groupTopic(id))
      hub.publish(groupTopic(id), ['group.changed', id, version])
      hub.sendTo(createdBy, ['notifications.changed'])
    }
  }
}

async function requireNoGroupOfTheirOwn(transaction: Transaction, { userId }: Leaver): Promise<void> {
  const own = await transaction
    .select({ name: groups.name })
    .from(groups)
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(groups.created), asc(groups.id))
  if (own.length === 0) return
  throw stillCreator(own)
}

function stillCreator(own: { name: string }[]): Problem {
  const names = own.map(({ name }) => `“${name}”`).join(', ')
  return new Problem(
    'still-creator',
    `Groups of their own have to be deleted or handed over first: ${names}.`,
  )
}

import { type TakeOver, takeOverDays } from '@grouplight/contract/group.ts'
import { and, asc, eq, isNotNull, lt, lte } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { knownTimeZone } from '#platform/database/conditions.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { groups, memberships, users } from '#platform/database/schema.ts'
import { runAll } from '#platform/jobs/every.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { limitGroupChanges } from '../limit-changes.ts'
import { type GroupRequest, isMembership, lockGroup, lockGroupAsAdmin, requireAdmin } from '../membership.ts'
import { refreshLists } from '../refresh-groups.ts'
import { awaySince, dayOf } from './creator-seen.ts'
import { makeCreator } from './make-creator.ts'
import { takeOverEmail } from './take-over-email.ts'

type User = { userId: string; displayName: string }
type With = { database: Queryable; clock: Services['clock'] }

const groupsAtOnce = 100

export async function readTakeOver({ database, clock }: With, input: GroupRequest): Promise<TakeOver> {
  await requireAdmin(database, input)
  const [found] = await database
    .select({ isCreatorAway: lte(groups.creatorSeenOn, awaySince(clock.now())).mapWith(Boolean) })
    .from(groups)
    .where(eq(groups.id, input.groupId))
  const asked = await findRequest(database, input.groupId)
  return {
    isCreatorAway: found?.isCreatorAway ?? false,
    asked: asked && { userId: asked.userId, at: addMs(asked.at, takeOverDays * dayMs).toISOString() },
  }
}

/** Tells the creator. Other members notice nothing of it. A repeated request changes nothing. */
export async function askToTakeOver(
  services: Services,
  { user, groupId }: { user: User; groupId: string },
): Promise<TakeOver> {
  const { clock, site } = services
  const request = { userId: user.userId, groupId }
  return commit(services, async transaction => {
    const group = await lockGroupAsAdmin(transaction, request)
    const on = { database: transaction, clock }
    const asked = await findRequest(transaction, groupId)
    if (asked?.userId === user.userId) return readTakeOver(on, request)
    if (asked) throw new Problem('group-has-admin', { params: { user: asked.displayName || 'User' } })
    const { isCreatorAway } = await readTakeOver(on, request)
    if (!isCreatorAway || group.createdBy === null) throw new Problem('group-has-admin.back')
    await limitGroupChanges(transaction, services, user.userId)
    const now = clock.now()
    await transaction.update(memberships).set({ takeOverAskedAt: now }).where(isMembership(request))
    await refreshLists(transaction, [groupId])
    const recipients = [group.createdBy]
    await notify(transaction, clock, { kind: 'group.asked', recipients, group, about: user })
    const until = addMs(now, takeOverDays * dayMs)
    const [creator] = await transaction
      .select({ email: users.email, language: users.language, timeZone: knownTimeZone })
      .from(users)
      .where(eq(users.uid, group.createdBy))
    if (creator) await queueEmail(transaction, takeOverEmail(site, creator, { group, user, until }), now)
    transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(until))
    return readTakeOver(on, request)
  })
}

/** Called when a user signs in. Who was away can come back only in this way, because a session ends after a shorter time. */
export async function keepGroups(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  user: User,
): Promise<void> {
  const today = dayOf(clock.now())
  const kept = await transaction
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(and(eq(groups.createdBy, user.userId), lt(groups.creatorSeenOn, today)))
    .orderBy(asc(groups.id))
    .for('no key update')
  for (const group of kept) {
    await transaction.update(groups).set({ creatorSeenOn: today }).where(eq(groups.id, group.id))
    const recipients = await endRequest(transaction, group.id)
    await notify(transaction, clock, { kind: 'group.kept', recipients, group, about: user })
    await refreshLists(transaction, [group.id])
  }
}

/** Gives the groups whose creators have not come back to the deputies who asked. */
export async function takeOverDue(services: Services): Promise<void> {
  const { database, clock } = services
  const due = await database
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(lte(memberships.takeOverAskedAt, addMs(clock.now(), -takeOverDays * dayMs)))
    .orderBy(asc(memberships.takeOverAskedAt))
    .limit(groupsAtOnce)
  await runAll(
    due.map(
      ({ groupId }) =>
        () =>
          giveToAsking(services, groupId),
    ),
  )
}

function giveToAsking(services: Services, groupId: string): Promise<void> {
  return commit(services, async transaction => {
    const group = await lockGroup(transaction, groupId)
    const asked = await findRequest(transaction, groupId)
    if (!group || !asked || addMs(asked.at, takeOverDays * dayMs) > services.clock.now()) return
    if (asked.disabledAt) await endRequest(transaction, groupId)
    else await makeCreator(transaction, services, { user: asked, group })
  })
}

/** Returns the ids of the users whose request has ended. */
export async function endRequest(transaction: Transaction, groupId: string): Promise<string[]> {
  const ended = await transaction
    .update(memberships)
    .set({ takeOverAskedAt: null })
    .where(and(eq(memberships.groupId, groupId), isNotNull(memberships.takeOverAskedAt)))
    .returning({ userId: memberships.userId })
  return ended.map(({ userId }) => userId)
}

async function findRequest(on: Queryable, groupId: string) {
  const [found] = await on
    .select({
      ...{ userId: users.uid, displayName: users.displayName, disabledAt: users.disabledAt },
      at: memberships.takeOverAskedAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.uid, memberships.userId))
    .where(and(eq(memberships.groupId, groupId), isNotNull(memberships.takeOverAskedAt)))
  return found?.at ? { ...found, at: found.at } : null
}

import { and, eq, exists, isNotNull, isNull, lte } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groups, users } from '#platform/database/schema.ts'
import { runAll } from '#platform/jobs/every.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { type GroupSummary, lockGroup, memberIds, publishNextVersion } from '../membership.ts'
import { firstDeputy } from './take-over.ts'
import { endRequest } from './take-over-request.ts'

/** A disabled creator loses the groups after this time. */
const disabledLongMs = 30 * dayMs
const groupsAtOnce = 100

/**
 * The group, which the transaction has locked, has no admin until a member takes it over. Tells the deputy of the longest standing or,
 * without deputies, all other members.
 */
export async function loseAdmin(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  { group, creatorId }: { group: GroupSummary; creatorId: string },
): Promise<void> {
  await transaction.update(groups).set({ withoutAdminSince: clock.now() }).where(eq(groups.id, group.id))
  await endRequest(transaction, group.id)
  await publishNextVersion(transaction, group.id)
  const deputy = await firstDeputy(transaction, group.id)
  const others = (await memberIds(transaction, group.id)).filter(member => member !== creatorId)
  const recipients = deputy ? [deputy.userId] : others
  await notify(transaction, clock, { kind: 'group.vacant', recipients, group })
}

export async function loseDisabledAdmins(services: Services): Promise<void> {
  const { database, clock } = services
  const isLong = lte(users.disabledAt, addMs(clock.now(), -disabledLongMs))
  const lost = await database
    .select({ id: groups.id, creatorId: users.uid })
    .from(groups)
    .innerJoin(users, eq(users.uid, groups.createdBy))
    .where(and(isNull(groups.withoutAdminSince), isLong))
    .limit(groupsAtOnce)
  await runAll(
    lost.map(
      ({ id, creatorId }) =>
        () =>
          commit(services, async transaction => {
            const group = await lockGroup(transaction, id)
            const isStill = and(eq(users.uid, creatorId), isLong)
            if (group?.createdBy !== creatorId || (await transaction.$count(users, isStill)) === 0) return
            await loseAdmin(transaction, services, { group, creatorId })
          }),
    ),
  )
}

/** The groups of a creator who is enabled again, and that nobody has taken over, have their admin again. They are locked and published. */
export async function regainGroups(transaction: Transaction, userId: string): Promise<void> {
  const isEnabled = exists(
    transaction
      .select({ uid: users.uid })
      .from(users)
      .where(and(eq(users.uid, userId), isNull(users.disabledAt))),
  )
  await transaction
    .update(groups)
    .set({ withoutAdminSince: null })
    .where(and(eq(groups.createdBy, userId), isNotNull(groups.withoutAdminSince), isEnabled))
}

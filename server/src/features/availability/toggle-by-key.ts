import { eq, lte } from 'drizzle-orm'
import { newestSessionOf } from '#features/account/sessions.ts'
import { endSessionsOf } from '#features/account/sign-out.ts'
import { type GroupRequest, isMembership } from '#features/group/membership.ts'
import type { Queryable } from '#platform/database/database.ts'
import { groups, memberships, sessions } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { type StatusOutcome, withoutDetails } from './status-outcome.ts'
import type { Toggle, ToggleBatcher } from './toggle-batcher.ts'

type ByKey = { keyUserId: string; toggle: Omit<Toggle, 'session'> }

/**
 * Carries out a toggle with the newest valid session of the key's user. Without a valid session, a toggle to Available throws the
 * Problem 'signed-out'. If the user is still Available, a toggle to Unavailable ends the expired sessions, which makes the user
 * Unavailable in every group.
 */
export async function toggleByKey(
  services: Services,
  batcher: ToggleBatcher,
  { keyUserId, toggle }: ByKey,
): Promise<StatusOutcome> {
  // The outcome is null if the session has ended in the meantime. Then the next newest session is used.
  for (;;) {
    const session = await newestSessionOf(services, keyUserId)
    if (session === null) return withoutSession(services, { keyUserId, toggle })
    const outcome = await batcher.submit({ session, ...toggle })
    if (outcome) return outcome
  }
}

async function withoutSession(services: Services, { keyUserId, toggle }: ByKey): Promise<StatusOutcome> {
  const { database, clock } = services
  const own = { groupId: toggle.groupId, userId: keyUserId }
  let present = await readMembership(database, own)
  if (present && toggle.userId === keyUserId) {
    if (toggle.status) throw new Problem('signed-out')
    if (present.status) {
      // The user's last session has expired, but the job that ends expired sessions has not run yet.
      await endSessionsOf(services, keyUserId, lte(sessions.expiresAt, clock.now()))
      present = await readMembership(database, own)
    }
  }
  return {
    ...{ userId: keyUserId, emailVerified: true, needsRenewal: false, changed: false, refusal: null },
    availability: present
      ? {
          ...{ ...own, ...withoutDetails, status: present.status, version: present.version },
          lastUpdated: present.lastUpdated.toISOString(),
        }
      : null,
  }
}

async function readMembership(on: Queryable, input: GroupRequest) {
  const [found] = await on
    .select({
      status: memberships.status,
      lastUpdated: memberships.lastUpdated,
      version: groups.version,
    })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(isMembership(input))
  return found
}

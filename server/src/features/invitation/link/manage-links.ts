import { type InviteLink, maxLinksPerGroup } from '@grouplight/contract/invite-link.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { revokeLinks } from '#features/group/invite-links.ts'
import { type GroupRequest, lockGroupAsAdmin, requireAdmin } from '#features/group/membership.ts'
import { refreshLists } from '#features/group/refresh-groups.ts'
import { addMs, dayMs, inJson, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { inviteLinks } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, isSame, newId } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { allowsEverybody, isUsable } from './uses.ts'

// Unlike `maxLinksPerGroup`, this limit also counts revoked links, which stay stored for 30 days.
const maxLinksPerDay = 50

type NewLink = GroupRequest & { lifetime: number; maxUses: number; needsApproval: boolean }

/**
 * `lifetime` is in minutes. If a link with the same choices can still be used, this link is returned again. Its secret is computed from
 * its id, so that the database, which has only a hash of the secret, reveals no address.
 */
export async function createInviteLink(
  services: Services,
  { lifetime, maxUses, needsApproval, ...input }: NewLink,
): Promise<{ link: InviteLink; address: string }> {
  const { config, clock, secret } = services
  const { groupId, userId } = input
  return commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, input)
    const now = clock.now()
    const isLive = and(eq(inviteLinks.groupId, groupId), isUsable(now))
    const sameChoices = await transaction
      .select()
      .from(inviteLinks)
      .where(
        and(
          isLive,
          eq(inviteLinks.maxUses, maxUses),
          eq(inviteLinks.needsApproval, needsApproval),
          sql`${inviteLinks.expiresAt} - ${inviteLinks.createdAt} = make_interval(mins => ${lifetime})`,
          allowsEverybody(),
        ),
      )
      .orderBy(desc(inviteLinks.createdAt), inviteLinks.id)
    const same = sameChoices.find(({ id, secretHash }) =>
      isSame(secretHash, hashToken(secret, tokenOf(secret, id))),
    )
    // Browsers do not send the part of an address after `#`, so no access log contains the secret.
    const addressOf = (id: string) => `${config.appUrl}/join#${id}.${tokenOf(secret, id)}`
    if (same) return { link: toInviteLink(same), address: addressOf(same.id) }
    if ((await transaction.$count(inviteLinks, isLive)) >= maxLinksPerGroup)
      throw new Problem('too-many-links', { params: { max: maxLinksPerGroup } })
    const limit = { key: `invite links:${userId}`, most: maxLinksPerDay, windowMs: dayMs }
    const refusal = 'too-many-requests.links'
    await consumeOrRefuse({ database: transaction, clock }, limit, refusal)
    const id = newId()
    const secretHash = hashToken(secret, tokenOf(secret, id))
    const link = {
      ...{ id, groupId, secretHash, createdAt: now, uses: 0 },
      ...{ expiresAt: addMs(now, lifetime * minuteMs), maxUses, needsApproval, revokedAt: null },
    }
    await transaction.insert(inviteLinks).values(link)
    await refreshLists(transaction, [groupId])
    return { link: toInviteLink(link), address: addressOf(id) }
  })
}

export async function listInviteLinks(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  input: GroupRequest,
): Promise<InviteLink[]> {
  await requireAdmin(database, input)
  const found = await database
    .select()
    .from(inviteLinks)
    .where(and(eq(inviteLinks.groupId, input.groupId), isUsable(clock.now())))
    .orderBy(desc(inviteLinks.createdAt), inviteLinks.id)
  return found.map(toInviteLink)
}

/** Revokes a link and cancels the pending invitations made from it. Requests to join by the link stay open. */
export async function revokeInviteLink(
  services: Services,
  { linkId, ...input }: GroupRequest & { linkId: string },
): Promise<void> {
  const { groupId } = input
  await commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, input)
    const isThisLink = and(eq(inviteLinks.id, linkId), eq(inviteLinks.groupId, groupId))
    await revokeLinks(transaction, services, isThisLink)
    await refreshLists(transaction, [groupId])
  })
}

/** 128 bits. Without the server's secret, nobody can compute it from the id. */
function tokenOf(secret: string, linkId: string): string {
  return hashToken(secret, 'invite link ', linkId).subarray(0, 16).toString('base64url')
}

function toInviteLink(link: typeof inviteLinks.$inferSelect): InviteLink {
  const { id, createdAt, expiresAt, maxUses, uses, needsApproval } = link
  return inJson({ id, createdAt, expiresAt, maxUses, uses, needsApproval })
}

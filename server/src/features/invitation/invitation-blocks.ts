import type { InvitationBlocks } from '@grouplight/contract/invitation-block.ts'
import { and, asc, eq, ne, or } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { blockedInviters, invitations, users } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { invitationNotFound } from './answer-invitation.ts'
import { isPending } from './pending.ts'

export async function readInvitationBlocks(
  on: Queryable,
  { userId }: { userId: string },
): Promise<InvitationBlocks> {
  const [account] = await on.select({ all: users.blocksInvitations }).from(users).where(eq(users.uid, userId))
  const inviters = await on
    .select({ userId: users.uid, displayName: users.displayName })
    .from(blockedInviters)
    .innerJoin(users, eq(users.uid, blockedInviters.inviterId))
    .where(eq(blockedInviters.userId, userId))
    .orderBy(asc(users.displayName), asc(users.uid))
  return { all: account?.all ?? false, inviters }
}

export function blockAllInvitations(
  services: Services,
  { userId, all }: { userId: string; all: boolean },
): Promise<InvitationBlocks> {
  return changeBlocks(services, userId, async transaction => {
    await transaction.update(users).set({ blocksInvitations: all }).where(eq(users.uid, userId))
  })
}

export function blockInviter(
  services: Services,
  { userId, email, invitationId }: { userId: string; email: string; invitationId: string },
): Promise<InvitationBlocks> {
  return changeBlocks(services, userId, async transaction => {
    const now = services.clock.now()
    // The deletion of the inviter's account cancels the invitation, so the deletion waits for this lock. Otherwise the account could
    // be deleted before the block is stored.
    const [invitation] = await transaction
      .select({ inviterId: invitations.invitedBy })
      .from(invitations)
      .where(
        and(
          eq(invitations.id, invitationId),
          eq(invitations.email, email),
          ne(invitations.invitedBy, userId),
          or(isPending(now), eq(invitations.status, 'declined')),
        ),
      )
      .for('update')
    if (!invitation?.inviterId) throw invitationNotFound()
    const { inviterId } = invitation
    await transaction
      .insert(blockedInviters)
      .values({ userId, inviterId, createdAt: now })
      .onConflictDoNothing()
  })
}

export function unblockInviter(
  services: Services,
  { userId, inviterId }: { userId: string; inviterId: string },
): Promise<InvitationBlocks> {
  return changeBlocks(services, userId, async transaction => {
    await transaction
      .delete(blockedInviters)
      .where(and(eq(blockedInviters.userId, userId), eq(blockedInviters.inviterId, inviterId)))
  })
}

async function changeBlocks(
  services: Services,
  userId: string,
  change: (transaction: UnitOfWork) => Promise<void>,
): Promise<InvitationBlocks> {
  return commit(services, async transaction => {
    await change(transaction)
    sendTo(transaction, userId, ['invitations.changed'])
    return readInvitationBlocks(transaction, { userId })
  })
}

import type { Board } from '@grouplight/contract/board.ts'
import { and, asc, eq } from 'drizzle-orm'
import {
  type GroupRequest,
  lockGroupAsAdmin,
  publishNextVersion,
  requireMember,
} from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { hasNotEnded } from '#platform/database/conditions.ts'
import { boards } from '#platform/database/schema.ts'
import { hashToken, newId, newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { addBoard, boardSecretBytes, type NewBoard, toBoard } from './add-board.ts'
import { boardNotFound } from './open-board.ts'
import { isShownOutside } from './shown-outside.ts'

/** The returned address cannot be read later, because only a hash of its secret is stored. */
export async function createBoard(
  services: Services,
  input: NewBoard,
): Promise<{ board: Board; address: string }> {
  const { config, secret } = services
  const token = newToken(boardSecretBytes)
  const board = await commit(services, transaction =>
    addBoard(transaction, services, input, async () => ({
      id: newId(),
      secretHash: hashToken(secret, token),
    })),
  )
  // Browsers do not send the part of an address after `#`, so no access log contains the secret.
  return { board, address: `${config.appUrl}/board/${board.id}#${token}` }
}

/**
 * Returns the boards that have not ended, oldest first, and whether the user is shown outside. Throws the Problem
 * 'group-not-found' if the user is not a member.
 */
export async function listBoards(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  input: GroupRequest,
): Promise<{ boards: Board[]; shownOutside: boolean }> {
  await requireMember(database, input)
  const found = await database
    .select()
    .from(boards)
    .where(and(eq(boards.groupId, input.groupId), hasNotEnded(boards.expiresAt, clock.now())))
    .orderBy(asc(boards.createdAt), asc(boards.id))
  return { boards: found.map(toBoard), shownOutside: await isShownOutside(database, input) }
}

export async function revokeBoard(
  services: Services,
  { boardId, ...input }: GroupRequest & { boardId: string },
): Promise<void> {
  await commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, input)
    const revoked = await transaction
      .delete(boards)
      .where(and(eq(boards.id, boardId), eq(boards.groupId, input.groupId)))
      .returning({ id: boards.id })
    if (revoked.length === 0) throw boardNotFound()
    await publishNextVersion(transaction, input.groupId)
  })
}

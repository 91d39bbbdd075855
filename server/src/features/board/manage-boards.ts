import { type Board, maxBoardsPerGroup } from '@grouplight/contract/board.ts'
import { and, asc, eq } from 'drizzle-orm'
import { limitGroupChanges } from '#features/group/limit-changes.ts'
import {
  type GroupRequest,
  lockGroupAsCreator,
  publishNextVersion,
  requireMember,
} from '#features/group/membership.ts'
import { addMs, dayMs, inJson } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { hasNotEnded } from '#platform/database/conditions.ts'
import { boards } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newId, newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { boardNotFound } from './open-board.ts'
import { isShownOutside } from './shown-outside.ts'

const secretBytes = 16

type NewBoard = GroupRequest & { showsNames: boolean; frameOrigins: string[]; days: number | null }

/** The returned address cannot be read later, because only a hash of its secret is stored. */
export async function createBoard(
  services: Services,
  { showsNames, frameOrigins, days, ...input }: NewBoard,
): Promise<{ board: Board; address: string }> {
  const { config, clock, secret } = services
  const { groupId, userId } = input
  return commit(services, async transaction => {
    await lockGroupAsCreator(transaction, input)
    const now = clock.now()
    const live = and(eq(boards.groupId, groupId), hasNotEnded(boards.expiresAt, now))
    if ((await transaction.$count(boards, live)) >= maxBoardsPerGroup)
      throw new Problem('too-many-boards', { params: { max: maxBoardsPerGroup } })
    await limitGroupChanges(transaction, services, userId)
    const token = newToken(secretBytes)
    const board = {
      ...{ id: newId(), groupId, secretHash: hashToken(secret, token), createdAt: now },
      ...{ showsNames, frameOrigins: [...new Set(frameOrigins)], lastSeenOn: null },
      expiresAt: days === null ? null : addMs(now, days * dayMs),
    }
    await transaction.insert(boards).values(board)
    await publishNextVersion(transaction, groupId)
    // Browsers do not send the part of an address after `#`, so no access log contains the secret.
    return { board: toBoard(board), address: `${config.appUrl}/board/${board.id}#${token}` }
  })
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
    await lockGroupAsCreator(transaction, input)
    const revoked = await transaction
      .delete(boards)
      .where(and(eq(boards.id, boardId), eq(boards.groupId, input.groupId)))
      .returning({ id: boards.id })
    if (revoked.length === 0) throw boardNotFound()
    await publishNextVersion(transaction, input.groupId)
  })
}

function toBoard({ id, showsNames, frameOrigins, createdAt, expiresAt, lastSeenOn }: BoardRow): Board {
  return inJson({ id, showsNames, frameOrigins, createdAt, expiresAt, lastSeenOn })
}

type BoardRow = typeof boards.$inferSelect

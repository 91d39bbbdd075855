import { type Board, maxBoardsPerGroup } from '@grouplight/contract/board.ts'
import { and, eq } from 'drizzle-orm'
import { limitGroupChanges } from '#features/group/limit-changes.ts'
import { type GroupRequest, lockGroupAsAdmin, publishNextVersion } from '#features/group/membership.ts'
import { addMs, dayMs, inJson } from '#platform/clock.ts'
import { hasNotEnded } from '#platform/database/conditions.ts'
import { boards } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'

export const boardSecretBytes = 16

/** What a board shows besides counts. */
export type Shown = { showsNames: boolean; showsCalls: boolean }
export type NewBoard = GroupRequest & Shown & { frameOrigins: string[]; days: number | null }

/** `identify` is called when the user may make the board. */
export async function addBoard(
  transaction: UnitOfWork,
  services: Services,
  { showsNames, showsCalls, frameOrigins, days, ...input }: NewBoard,
  identify: () => Promise<{ id: string; secretHash: Buffer }>,
): Promise<Board> {
  const { groupId, userId } = input
  await lockGroupAsAdmin(transaction, input)
  const now = services.clock.now()
  const live = and(eq(boards.groupId, groupId), hasNotEnded(boards.expiresAt, now))
  if ((await transaction.$count(boards, live)) >= maxBoardsPerGroup)
    throw new Problem('too-many-boards', { params: { max: maxBoardsPerGroup } })
  const board = {
    ...(await identify()),
    ...{
      groupId,
      createdAt: now,
      showsNames,
      showsCalls,
      frameOrigins: [...new Set(frameOrigins)],
      lastSeenOn: null,
    },
    expiresAt: days === null ? null : addMs(now, days * dayMs),
  }
  await limitGroupChanges(transaction, services, userId)
  await transaction.insert(boards).values(board)
  await publishNextVersion(transaction, groupId)
  return toBoard(board)
}

export function toBoard(board: typeof boards.$inferSelect): Board {
  const { id, showsNames, showsCalls, frameOrigins, createdAt, expiresAt, lastSeenOn } = board
  return inJson({ id, showsNames, showsCalls, frameOrigins, createdAt, expiresAt, lastSeenOn })
}

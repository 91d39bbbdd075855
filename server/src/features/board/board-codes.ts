import { randomInt } from 'node:crypto'
import { type Board, boardCodeLetters, boardCodeMs } from '@grouplight/contract/board.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { GroupRequest } from '#features/group/membership.ts'
import { addMs, hourMs, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { boardCodes } from '#platform/database/schema.ts'
import { consumeOrRefuse, limitRefusals } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newId, newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { addBoard, boardSecretBytes, type Shown } from './add-board.ts'

const codeLength = 6
const maxCodesPerHour = 60
const maxWrongCodes = 10
const wrongCodesWindowMs = 15 * minuteMs

/**
 * For a screen that nobody has signed in on. It shows the code, and already knows the id and the secret of the board that the creator of a
 * group makes by typing the code. Only hashes are stored.
 */
export async function createBoardCode(
  services: Services,
  ip: string,
): Promise<{ code: string; boardId: string; token: string; validForSeconds: number }> {
  const { database, clock, secret } = services
  const limit = { key: `board codes:${ip}`, most: maxCodesPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.requests')
  const [boardId, token, expiresAt] = [newId(), newToken(boardSecretBytes), addMs(clock.now(), boardCodeMs)]
  const row = { boardId, secretHash: hashToken(secret, token), expiresAt }
  for (;;) {
    const code = newCode()
    const stored = await database
      .insert(boardCodes)
      .values({ ...row, codeHash: hashOf(secret, code) })
      .onConflictDoNothing({ target: boardCodes.codeHash })
      .returning({ boardId: boardCodes.boardId })
    if (stored.length > 0) return { code, boardId, token, validForSeconds: boardCodeMs / 1_000 }
  }
}

/** Makes the board of the screen that shows the code. A code can be used once. Wrong codes are limited for each user and each network. */
export async function createBoardByCode(
  services: Services,
  { code, ip, ...input }: GroupRequest & Shown & { code: string; ip: string },
): Promise<Board> {
  const limited = (key: string, most: number, work: () => Promise<Board>) =>
    limitRefusals(services, { key: `wrong board codes:${key}`, most, windowMs: wrongCodesWindowMs }, work, {
      isRefusal: error => error instanceof Problem && error.code === 'board-code-not-found',
      tooMany: outcome => new Problem('too-many-requests', outcome),
    })
  return limited(input.userId, maxWrongCodes, () =>
    limited(ip, services.config.limits.wrongCodesPerIp, () =>
      commit(services, async transaction =>
        addBoard(transaction, services, { ...input, frameOrigins: [], days: null }, async () => {
          const isThisCode = eq(boardCodes.codeHash, hashOf(services.secret, code))
          const [used] = await transaction
            .delete(boardCodes)
            .where(and(isThisCode, gt(boardCodes.expiresAt, services.clock.now())))
            .returning({ id: boardCodes.boardId, secretHash: boardCodes.secretHash })
          if (!used) throw new Problem('board-code-not-found')
          return used
        }),
      ),
    ),
  )
}

export const deleteOldBoardCodes = deleteAfter(boardCodes.expiresAt, 0)

function newCode(): string {
  return Array.from({ length: codeLength }, () => boardCodeLetters[randomInt(boardCodeLetters.length)]).join(
    '',
  )
}

function hashOf(secret: string, code: string): Buffer {
  return hashToken(secret, 'board code ', code)
}

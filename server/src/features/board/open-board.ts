import { boardRequestsPerMinute } from '@grouplight/contract/board.ts'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { type Clock, dayOf } from '#platform/clock.ts'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import { boards as boardTable } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import type { Shown } from './add-board.ts'
import { BoardContents, type Content } from './board-content.ts'
import type { BoardFinder, FoundBoard } from './find-boards.ts'

type Parts = Pick<Services, 'database' | 'clock' | 'secret'> & {
  boards: Pick<BoardFinder, 'find'>
  limiter: { grants(key: string): boolean }
}
type BoardRequest = { authorization: string | undefined; ip: string }
export type OpenedBoard = Content & Shown

/**
 * The returned function throws the same Problem 'board-not-found' for every wrong Authorization header, so that nobody learns which
 * boards exist. Requests are limited for each board and network. All requests with wrong headers from one network share a limit.
 * Above a limit, the function throws the Problem 'too-many-requests'.
 */
export function createBoardOpener({ database, clock, secret, boards, limiter }: Parts) {
  const contents = new BoardContents(database)
  const consumeAllowance = (key: string) => {
    if (limiter.grants(key)) return
    const retryAfterSeconds = 60 / boardRequestsPerMinute
    throw new Problem('too-many-requests.requests', {
      retryAfterSeconds,
    })
  }

  return async ({ authorization = '', ip }: BoardRequest): Promise<OpenedBoard> => {
    const [, id = '', token = ''] = /^Bearer ([\dA-Za-z]{12})\.([\w-]{22})$/i.exec(authorization) ?? []
    const board = id === '' ? undefined : await boards.find(id)
    const isValid = board && isSame(hashToken(secret, token), Buffer.from(board.hash, 'hex'))
    consumeAllowance(isValid ? `${id} ${ip}` : `wrong ${ip}`)
    const content = isValid ? await contents.read(board) : null
    if (!isValid || !content) throw boardNotFound()
    await recordShown({ database, clock }, board)
    const { showsNames, showsCalls } = board
    return { ...content, showsNames, showsCalls }
  }
}

export function boardNotFound(): Problem {
  return new Problem('board-not-found')
}

// The day is in UTC. If the database is unavailable, the board is still shown.
async function recordShown(
  { database, clock }: { database: Services['database']; clock: Clock },
  board: FoundBoard,
): Promise<void> {
  const lastSeenOn = dayOf(clock.now())
  if (board.lastSeenOn === lastSeenOn) return
  const isOlder = or(isNull(boardTable.lastSeenOn), ne(boardTable.lastSeenOn, lastSeenOn))
  try {
    await database
      .update(boardTable)
      .set({ lastSeenOn })
      .where(and(eq(boardTable.id, board.id), isOlder))
    board.lastSeenOn = lastSeenOn
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
  }
}

import * as contract from '@grouplight/contract/board.ts'
import { idInPath } from '@grouplight/contract/text.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import { answerWithEntityTag } from '#platform/http/entity-tag.ts'
import { RequestRateLimiter } from '#platform/http/request-rate-limit.ts'
import type { Caller, Services } from '#services.ts'
import { createBoardByCode, createBoardCode } from './board-codes.ts'
import { createBoardFinder } from './find-boards.ts'
import { toBadge, toSpace } from './formats.ts'
import { createBoard, listBoards, revokeBoard } from './manage-boards.ts'
import { createBoardOpener, type OpenedBoard } from './open-board.ts'
import { setShownOutside } from './shown-outside.ts'

/** The returned function finds the origins whose pages may show a board in a frame. It returns null if the board does not exist. */
export function boardRoutes(
  route: Router<Caller>,
  http: FastifyInstance,
  services: Services,
): (boardId: string) => Promise<string[] | null> {
  const boards = createBoardFinder(services)
  route(contract.listBoards, ({ input }) => listBoards(services, input))
  route(contract.createBoard, ({ input }) => createBoard(services, input))
  route(contract.createBoardCode, ({ ip }) => createBoardCode(services, ip))
  route(contract.createBoardByCode, ({ input, ip }) => createBoardByCode(services, { ...input, ip }))
  route(contract.revokeBoard, async ({ input }) => {
    await revokeBoard(services, input)
    boards.forget(input.boardId)
  })
  route(contract.setShownOutside, ({ input }) => setShownOutside(services, input))

  const limiter = new RequestRateLimiter(contract.boardRequestsPerMinute / 60, { refillSeconds: 60 })
  const openBoard = createBoardOpener({ ...services, boards, limiter })
  const open = async (reply: FastifyReply, ip: string): Promise<OpenedBoard> => {
    const board = await openBoard({ authorization: reply.request.headers.authorization, ip })
    // Scripts of other websites may read only boards with nothing but numbers.
    if (!board.showsNames && !board.showsCalls)
      reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'etag')
    return board
  }
  route(contract.readBoard, async ({ reply, ip }) => {
    const { shown, tag } = await open(reply, ip)
    return answerWithEntityTag(reply, tag, async () => ({
      ...shown,
      asOf: services.clock.now().toISOString(),
    }))
  })
  route(contract.readBoardBadge, async ({ reply, ip }) => toBadge((await open(reply, ip)).shown))
  route(contract.readBoardSpace, async ({ reply, ip }) => toSpace((await open(reply, ip)).shown))
  for (const { path } of [contract.readBoard, contract.readBoardBadge, contract.readBoardSpace])
    answerPreflight(http, path)
  return async id => {
    try {
      // An id with a NUL would make the statement for several boards fail. `idInPath` replaces such an id.
      return (await boards.find(idInPath.parse(id)))?.frameOrigins ?? null
    } catch (error) {
      // The page is served, but no site may frame the page. The page shows that the connection is lost, and tries again.
      if (isDatabaseUnavailable(error)) return []
      throw error
    }
  }
}

// A preflight does not name the board, so the answer is the same for all boards. The response to the request itself decides whether a
// page of another site may read the board.
function answerPreflight(http: FastifyInstance, path: string): void {
  http.options(path, { schema: { hide: true }, config: { ignoresSession: true } }, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-headers', 'authorization, if-none-match')
      .header('access-control-max-age', '7200')
      .send(),
  )
}

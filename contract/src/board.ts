import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath } from './text.ts'

const endpoint = endpointsOf('group')

export const maxBoardsPerGroup = 3
/** In days. Null means that the board does not end. */
export const boardLifetimes = [30, 365, null] as const
export const maxFrameOrigins = 5
/** The limit for one board and one network, on each node. */
export const boardRequestsPerMinute = 30
/** If the group has fewer members, the form warns the creator: even a board without names can reveal who is available. */
export const warnBelowMembers = 3

export const boardCodeMs = 10 * 60_000
/** Without letters and digits that look alike. */
export const boardCodeLetters = '2346789ABCDEFGHJKLMNPQRTUVWXYZ'

export const boardSchema = z
  .object({
    id: z.string(),
    showsNames: z.boolean(),
    showsCalls: z.boolean(),
    frameOrigins: z.array(z.string()),
    createdAt: z.iso.datetime(),
    expiresAt: z.nullable(z.iso.datetime()),
    /** The day in UTC. Null if the board has not been shown yet. */
    lastSeenOn: z.nullable(z.iso.date()),
  })
  .register(z.globalRegistry, { id: 'Board' })

export type Board = z.infer<typeof boardSchema>

/** Everybody who has the board's address sees this content. It must not contain times of members, notes or addresses. */
export const boardContentSchema = z
  .object({
    group: z.string(),
    /** Without the members with an open question, as in `coverage` and `names`. */
    available: z.int(),
    /** The Available members with an open question. */
    unconfirmed: z.int(),
    members: z.int(),
    needed: z.nullable(z.int()),
    /** Null if `needed` is null. */
    coverage: z.nullable(z.enum(['short', 'enough'])),
    /** Sorted. Empty if the board shows only counts. */
    names: z.array(z.string()),
    /** The open calls, the newest first. Absent if there is none, or the board does not show what is asked. */
    calls: z.optional(
      z.array(
        z.object({
          text: z.string(),
          /** Null: as many as want. */
          needed: z.nullable(z.int()),
          /** How many can. */
          count: z.int(),
          /** Absent if the board shows no names, or the asker is not shown outside. */
          asker: z.optional(z.string()),
        }),
      ),
    ),
    asOf: z.iso.datetime(),
  })
  .register(z.globalRegistry, { id: 'BoardContent' })

export type BoardContent = z.infer<typeof boardContentSchema>

const groupParams = z.strictObject({ groupId: idInPath })

const origin = z
  .string('frameOrigins must be a list of origins.')
  .check(z.refine(isFrameOrigin, 'An origin looks like https://club.example.'))

/**
 * Returns whether a text is an origin that a creator may allow to frame a board. The host must not contain characters with a
 * meaning in a content security policy, for example `*`. Only localhost and 127.0.0.1 may use http.
 */
export function isFrameOrigin(text: string): boolean {
  const hasPlainHost = /^(?:https:\/\/[a-z\d.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?$/.test(text)
  return hasPlainHost && URL.canParse(text) && new URL(text).origin === text
}

/** Small letters and spaces are allowed, as people type them. A text of another form is treated like a wrong code. */
const boardCode = z.string('The code must be text.').check(
  z.maxLength(40, 'The code is too long.'),
  z.overwrite(text => text.replaceAll(/[\s-]/g, '').toUpperCase()),
)

function shown() {
  return {
    showsNames: z._default(z.boolean('showsNames must be true or false.'), false),
    showsCalls: z._default(z.boolean('showsCalls must be true or false.'), false),
  }
}

export const listBoards = endpoint('listBoards', {
  request: 'GET /api/groups/:groupId/boards',
  params: () => groupParams,
  answer: () => z.object({ boards: z.array(boardSchema), shownOutside: z.boolean() }),
  refusals: ['group-not-found'],
})

export const createBoard = endpoint('createBoard', {
  request: 'POST /api/groups/:groupId/boards',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      ...shown(),
      frameOrigins: z._default(
        z
          .array(origin, 'frameOrigins must be a list of origins.')
          .check(z.maxLength(maxFrameOrigins, `At most ${maxFrameOrigins} origins are possible.`)),
        [],
      ),
      days: z._default(z.nullable(z.literal(boardLifetimes.filter(days => days !== null))), null),
    }),
  answer: () => z.object({ board: boardSchema, address: z.string() }),
  refusals: ['group-not-found', 'not-group-creator', 'too-many-boards', 'too-many-requests'],
})

export const createBoardCode = endpoint('createBoardCode', {
  request: 'POST /api/board-codes',
  access: 'anybody',
  /** Once the creator of a group has typed the code, `{boardId}.{token}` opens the board. */
  answer: () =>
    z.object({ code: z.string(), boardId: z.string(), token: z.string(), validForSeconds: z.int() }),
  refusals: ['too-many-requests'],
})

export const createBoardByCode = endpoint('createBoardByCode', {
  request: 'POST /api/groups/:groupId/boards/by-code',
  params: () => groupParams,
  body: () => z.strictObject({ code: boardCode, ...shown() }),
  answer: () => boardSchema,
  refusals: [
    'group-not-found',
    'not-group-creator',
    'too-many-boards',
    'board-code-not-found',
    'too-many-requests',
  ],
})

export const revokeBoard = endpoint('revokeBoard', {
  request: 'DELETE /api/groups/:groupId/boards/:boardId',
  params: () => z.strictObject({ groupId: idInPath, boardId: idInPath }),
  refusals: ['group-not-found', 'not-group-creator', 'board-not-found'],
})

export const setShownOutside = endpoint('setShownOutside', {
  request: 'PUT /api/groups/:groupId/shown-outside',
  params: () => groupParams,
  body: () => z.strictObject({ shown: z.boolean('shown must be true or false.') }),
  refusals: ['group-not-found', 'too-many-requests'],
})

export const readBoard = endpoint('readBoard', {
  request: 'GET /api/board',
  access: 'board',
  isConditional: true,
  answer: () => boardContentSchema,
  refusals: ['board-not-found', 'too-many-requests'],
})

export const readBoardBadge = endpoint('readBoardBadge', {
  request: 'GET /api/board/badge',
  access: 'board',
  answer: () =>
    z.object({ schemaVersion: z.literal(1), label: z.string(), message: z.string(), color: z.string() }),
  refusals: ['board-not-found', 'too-many-requests'],
})

export const readBoardSpace = endpoint('readBoardSpace', {
  request: 'GET /api/board/space',
  access: 'board',
  answer: () =>
    z.object({
      state: z.object({ open: z.boolean() }),
      sensors: z.object({
        people_now_present: z.array(
          z.object({
            value: z.int(),
            description: z.optional(z.string()),
            names: z.optional(z.array(z.string())),
          }),
        ),
      }),
    }),
  refusals: ['board-not-found', 'too-many-requests'],
})

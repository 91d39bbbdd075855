import { beforeEach, describe, expect, test } from 'vitest'
import { attempts } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { createGroupWithBoard, getWithBoardCode } from '#testing/boards.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply } from '#testing/test-user.ts'

const app = useTestApp()
const [ana] = app.users('Ana', 'Ben', 'Cyd')

beforeEach(async () => {
  await app.database.delete(attempts)
  for (const user of [ana]) await user.signIn()
})

describe('pages of other websites', () => {
  const operations = [api.readBoard, api.readBoardBadge, api.readBoardSpace]

  test('may read a board that shows only counts', async () => {
    const { code } = await createGroupWithBoard(app, [ana])
    for (const operation of operations) {
      const reply = await getWithBoardCode(app.guest(), operation, code, { origin: 'https://club.example' })
      expect([
        reply.status,
        allowedOrigin(reply),
        reply.headers.get('access-control-allow-credentials'),
      ]).toEqual([200, '*', null])
      expect(reply.headers.get('access-control-expose-headers')).toBe('etag')
    }
    const tag = (await show(code)).headers.get('etag') ?? ''
    expect(allowedOrigin(await show(code, { 'if-none-match': tag }))).toBe('*')
  })

  test('may read neither a board that shows names nor the error response for a revoked board', async () => {
    const { code } = await createGroupWithBoard(app, [ana], { showsNames: true })
    const { groupId, board, code: revoked } = await createGroupWithBoard(app, [ana])
    await ana.ok(api.revokeBoard, { params: { groupId, boardId: board.id } })
    for (const operation of operations)
      for (const each of [code, revoked]) {
        const reply = await getWithBoardCode(app.guest(), operation, each, { origin: 'https://club.example' })
        expect(allowedOrigin(reply)).toBeNull()
      }
  })

  test('may send the header Authorization, but only to the paths at which boards are read', async () => {
    const headers = {
      origin: 'https://club.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,if-none-match',
    }
    const ask = (path: string) => app.guest().request('OPTIONS', path, undefined, headers)
    for (const { path } of operations) {
      const reply = await ask(path)
      expect([reply.status, reply.body, allowedOrigin(reply)]).toEqual([204, '', '*'])
      expect(reply.headers.get('access-control-allow-headers')).toBe('authorization, if-none-match')
    }
    for (const path of ['/api/groups', '/api/session', '/board/x']) {
      const reply = await ask(path)
      expect([reply.status, allowedOrigin(reply)]).toEqual([404, null])
    }
  })
})

const show = (code: string, headers: Record<string, string> = {}) =>
  getWithBoardCode(app.guest(), api.readBoard, code, headers)

const allowedOrigin = ({ headers }: Reply) => headers.get('access-control-allow-origin')

import { boardCodeLetters, boardCodeMs } from '@grouplight/contract/board.ts'
import { expect, test } from 'vitest'
import { boardCodes, boards } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { deleteOldBoardCodes } from './board-codes.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

const newCode = () => app.guest().ok(api.createBoardCode)
const read = (screen: { boardId: string; token: string }) =>
  app.guest().call(api.readBoard, { headers: { authorization: `Bearer ${screen.boardId}.${screen.token}` } })

test('the screen shows the board as soon as the creator has typed its code, also in small letters and with spaces', async () => {
  const { id: groupId } = await app.groupOf(ana, ben)
  const screen = await newCode()
  expect(screen.code).toMatch(new RegExp(`^[${boardCodeLetters}]{6}$`))
  expect(await read(screen)).toMatchObject({ status: 404, body: { code: 'board-not-found' } })
  const code = ` ${screen.code.slice(0, 3).toLowerCase()} ${screen.code.slice(3)}`
  const board = await ana.ok(api.createBoardByCode, { params: { groupId }, body: { code, showsNames: true } })
  expect(board).toMatchObject({ id: screen.boardId, showsNames: true, frameOrigins: [], expiresAt: null })
  expect((await ana.ok(api.listBoards, { params: { groupId } })).boards).toEqual([board])
  expect(await read(screen)).toMatchObject({ status: 200, body: { group: 'Mountain Rescue', members: 2 } })
})

test('neither the code nor the secret of the board is stored', async () => {
  const { code, token } = await newCode()
  const stored = JSON.stringify(await app.database.select().from(boardCodes))
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(token)
})

test('a code is used once, for 10 minutes, and only by a creator; a refused attempt does not use it', async () => {
  const { id: groupId } = await app.groupOf(ana, ben)
  const connect = (who: typeof ana, code: string) =>
    who.call(api.createBoardByCode, { params: { groupId }, body: { code } })
  const wrong = { status: 404, body: { code: 'board-code-not-found' } }
  const { code } = await newCode()
  expect(await connect(ben, code)).toMatchObject({ status: 403, body: { code: 'not-group-creator' } })
  expect(await connect(ana, code)).toMatchObject({ status: 200 })
  expect(await connect(ana, code)).toMatchObject(wrong)
  const late = await newCode()
  app.clock.advance(boardCodeMs)
  expect(await connect(ana, late.code)).toMatchObject(wrong)
  expect(await app.database.$count(boardCodes)).toBeGreaterThan(0)
  await deleteOldBoardCodes(app.services)
  expect(await app.database.$count(boardCodes)).toBe(0)
})

test('of two requests with one code at the same moment, one makes the board', async () => {
  const groups = await Promise.all([app.groupOf(ana), app.groupOf(ana)])
  const { code, boardId } = await newCode()
  const answers = await Promise.all(
    groups.map(({ id: groupId }) => ana.call(api.createBoardByCode, { params: { groupId }, body: { code } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const made = await app.database.select({ id: boards.id }).from(boards)
  expect(made.filter(({ id }) => id === boardId)).toHaveLength(1)
})

test('the code of a screen is kept for another group if a group has the maximum of boards', async () => {
  const [{ id: full }, { id: other }] = [await app.groupOf(ana), await app.groupOf(ana)]
  for (let made = 0; made < 3; made++) await ana.ok(api.createBoard, { params: { groupId: full }, body: {} })
  const { code } = await newCode()
  const reply = await ana.call(api.createBoardByCode, { params: { groupId: full }, body: { code } })
  expect(reply).toMatchObject({ status: 409, body: { code: 'too-many-boards' } })
  await ana.ok(api.createBoardByCode, { params: { groupId: other }, body: { code } })
})

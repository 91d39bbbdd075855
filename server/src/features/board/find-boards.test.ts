import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { boards } from '#platform/database/schema.ts'
import { createGroupWithBoard } from '#testing/boards.ts'
import { useTestApp } from '#testing/test-app.ts'
import { createBoardFinder } from './find-boards.ts'

const app = useTestApp()
const [ana] = app.users('Ana')

beforeAll(() => ana.signIn())

test('half a second after a board was revoked on another node, it is no longer found', async () => {
  const { board } = await createGroupWithBoard(app, [ana])
  const { database, clock } = app.services
  const hub = { onPublish() {} } as never
  const boardsHere = createBoardFinder({ database, clock, hub, bus: {} as never })
  expect(await boardsHere.find(board.id)).toMatchObject({ id: board.id })
  await database.delete(boards).where(eq(boards.id, board.id))
  // A page sends a request every 4.5 s, and must stop showing a board within 5 s of its revocation.
  app.clock.advance(499)
  expect(await boardsHere.find(board.id)).toBeUndefined()
})

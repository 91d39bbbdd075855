import type { Board } from '@grouplight/contract/board.ts'
import { api } from './api.ts'
import type { TestApp } from './test-app.ts'
import type { Reply, TestUser } from './test-user.ts'

export type BoardSettings = {
  showsNames?: boolean
  showsCalls?: boolean
  frameOrigins?: string[]
  days?: 30 | 365 | null
}

/** `code` is `{id}.{secret}`. The page of the board sends this code to fetch the board. */
export type BoardWithCode = { board: Board; address: string; code: string }

export async function makeBoard(
  creator: TestUser,
  groupId: string,
  body: BoardSettings = {},
): Promise<BoardWithCode> {
  const created = await creator.ok(api.createBoard, { params: { groupId }, body })
  return { ...created, code: (created.address.split('/board/')[1] ?? '').replace('#', '.') }
}

/** Creates a group with these members, and a board of the group. The members are Available. */
export async function createGroupWithBoard(
  app: TestApp,
  [creator, ...others]: readonly [TestUser, ...TestUser[]],
  choice: BoardSettings = {},
): Promise<BoardWithCode & { groupId: string }> {
  const { id: groupId } = await app.groupOf(creator, ...others)
  return { groupId, ...(await makeBoard(creator, groupId, choice)) }
}

export function getWithBoardCode(
  user: TestUser,
  { path }: { path: string },
  code: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return user.request('GET', path, undefined, { authorization: `Bearer ${code}`, ...headers })
}

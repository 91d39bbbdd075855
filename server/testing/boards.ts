import type { Board } from '@grouplight/contract/board.ts'
import { api } from './api.ts'
import type { TestApp } from './test-app.ts'
import type { Reply, TestUser } from './test-user.ts'

export type BoardChoice = { showsNames?: boolean; frameOrigins?: string[]; days?: 30 | 365 | null }

/** `code` is `{id}.{secret}`, with the board's id and secret. The board's page sends it with each request. */
export type MadeBoard = { board: Board; address: string; code: string }

export async function makeBoard(
  creator: TestUser,
  groupId: string,
  body: BoardChoice = {},
): Promise<MadeBoard> {
  const made = await creator.ok(api.createBoard, { params: { groupId }, body })
  return { ...made, code: (made.address.split('/board/')[1] ?? '').replace('#', '.') }
}

/** Creates a group with these members, all of them Available, and a board of this group. The first member is the creator. */
export async function boardOf(
  app: TestApp,
  [creator, ...others]: readonly [TestUser, ...TestUser[]],
  choice: BoardChoice = {},
): Promise<MadeBoard & { groupId: string }> {
  const { id: groupId } = await app.groupOf(creator, ...others)
  return { groupId, ...(await makeBoard(creator, groupId, choice)) }
}

/** Sends a GET request with the code of a board, as the page of the board does. */
export function getByBoard(
  who: TestUser,
  { path }: { path: string },
  code: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return who.request('GET', path, undefined, { authorization: `Bearer ${code}`, ...headers })
}

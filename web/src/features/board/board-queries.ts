import { type Board, listBoards } from '@grouplight/contract/board.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'

/** The server sends the address only once, in the response to the request that creates the board. */
export type NewBoard = { board: Board; address: string }

/** The boards of a group, oldest first, and whether the user is shown outside. */
export function boardsQuery(groupId: string) {
  return queryOptions({
    queryKey: ['group-boards', groupId],
    queryFn: ({ signal }) => call(listBoards, { params: { groupId }, signal }),
  })
}

/** A response that is on its way may lack the board. So the list is fetched again. */
export function addBoard(queryClient: QueryClient, groupId: string, board: Board): void {
  const { queryKey } = boardsQuery(groupId)
  queryClient.setQueryData(
    queryKey,
    cached => cached && { ...cached, boards: [...cached.boards.filter(({ id }) => id !== board.id), board] },
  )
  void queryClient.invalidateQueries({ queryKey })
}

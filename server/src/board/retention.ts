import { lte } from 'drizzle-orm'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { boards } from '#database/schema.ts'
import type { Services } from '#services.ts'

export async function deleteEndedBoards({ database, clock }: Services): Promise<void> {
  await removeInChunks(database, boards, lte(boards.expiresAt, clock.now()))
}

import type { BoardContent, readBoardBadge, readBoardSpace } from '@grouplight/contract/board.ts'
import type * as z from 'zod/mini'

type Shown = Omit<BoardContent, 'asOf'>
type AnswerOf<Operation extends { answer?: z.ZodMiniType }> = z.output<NonNullable<Operation['answer']>>

/** The format “endpoint badge” of shields.io. Viewers may have any language, so the message contains only numbers. */
export function toBadge({ group, available, members, coverage }: Shown): AnswerOf<typeof readBoardBadge> {
  const color = available === 0 ? 'lightgrey' : coverage === 'short' ? 'orange' : 'brightgreen'
  return { schemaVersion: 1, label: group, message: `${available}/${members}`, color }
}

export function toSpace({ available, coverage, names }: Shown): AnswerOf<typeof readBoardSpace> {
  const open = coverage === null ? available > 0 : coverage === 'enough'
  const present = { value: available, ...(names.length > 0 && { names }) }
  return { state: { open }, sensors: { people_now_present: [present] } }
}

import type { BoardContent, readBoardBadge, readBoardSpace } from '@grouplight/contract/board.ts'
import type * as z from 'zod/mini'

type Shown = Omit<BoardContent, 'asOf'>
type AnswerOf<Operation extends { answer?: z.ZodMiniType }> = z.output<NonNullable<Operation['answer']>>

/** The format “endpoint badge” of shields.io. Viewers may have any language, so the message contains only numbers. */
export function toBadge({
  group,
  available,
  unconfirmed,
  members,
  coverage,
}: Shown): AnswerOf<typeof readBoardBadge> {
  const message = `${available}/${members}${unconfirmed > 0 ? ` (+${unconfirmed}?)` : ''}`
  const color = available === 0 ? 'lightgrey' : coverage === 'short' ? 'orange' : 'brightgreen'
  return { schemaVersion: 1, label: group, message, color }
}

export function toSpace({ available, unconfirmed, coverage, names }: Shown): AnswerOf<typeof readBoardSpace> {
  const open = coverage === null ? available > 0 : coverage === 'enough'
  const description = `${unconfirmed} not confirmed`
  const present = {
    value: available,
    ...(unconfirmed > 0 && { description }),
    ...(names.length > 0 && { names }),
  }
  return { state: { open }, sensors: { people_now_present: [present] } }
}

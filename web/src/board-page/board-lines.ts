import texts from 'texts:board-page'
import type { BoardContent } from '@grouplight/contract/board.ts'
import { isolated } from '@grouplight/locales/src/direction.ts'

export const maxNames = 24

export type CoverageLevel = 'enough' | 'tooFew' | 'nobody'

/** Returns null if the group has no needed number. */
export function coverageLine(content: BoardContent): { level: CoverageLevel; text: string } | null {
  const { needed, coverage, available } = content
  if (needed === null || coverage === null) return null
  const level = coverage === 'enough' ? 'enough' : available > 0 ? 'tooFew' : 'nobody'
  return { level, text: texts[level]({ needed }) }
}

/** The Available members with an open question, who are not in the number of the available ones. Empty if there is none. */
export function unconfirmedPart({ unconfirmed }: BoardContent): string {
  return unconfirmed > 0 ? texts.unconfirmed({ count: unconfirmed }) : ''
}

export function summaryLine(content: BoardContent): string {
  return texts.summary(content) + unconfirmedPart(content)
}

/** Nobody can scroll a screen on a wall, so the number of the others replaces the names after the first 24. */
export function nameLines(names: string[]): string[] {
  if (names.length <= maxNames) return names
  return [...names.slice(0, maxNames), texts.more({ count: names.length - maxNames })]
}

/**
 * Returns the value of `data-size`, which is the number of `steps` that are below `count`. The style sheet makes elements with a
 * greater value smaller. `steps` must ascend.
 */
export function sizeFor(count: number, steps: number[]): string {
  const step = steps.findIndex(most => count <= most)
  return String(step < 0 ? steps.length : step)
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** What was asked last, and how many other questions are open. Empty if nothing is asked, or the board does not show it. */
export function callLine({ calls = [] }: BoardContent): string {
  const [call] = calls
  if (!call) return ''
  const { asker, text, needed, count } = call
  const parts = [
    asker
      ? texts.asks({ name: isolated(asker), question: isolated(text) })
      : texts.isAsked({ question: isolated(text) }),
    unbroken(
      needed === null ? (count > 0 ? texts.countCan({ count }) : '') : texts.countOf({ count, needed }),
    ),
    calls.length > 1 && isolated(`+${calls.length - 1}`),
  ]
  return parts.filter(Boolean).join(' · ')
}

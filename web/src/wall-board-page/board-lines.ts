import type { BoardContent } from '@grouplight/contract/board.ts'
import { wallBoardPageTexts as texts } from '#texts/wall-board-page/wall-board-page-texts.ts'

const maxNames = 24

export type CoverageLevel = 'enough' | 'tooFew' | 'nobody'

/** Returns whether enough members are available, as a level and a text. Returns null if the group has no needed number. */
export function coverageLine(content: BoardContent): { level: CoverageLevel; text: string } | null {
  const { needed, coverage, available } = content
  if (needed === null || coverage === null) return null
  const level = coverage === 'enough' ? 'enough' : available > 0 ? 'tooFew' : 'nobody'
  return { level, text: texts[level](needed) }
}

/** Returns at most 24 names, and then a text with the number of the others, because nobody can scroll a screen on a wall. */
export function nameLines(names: string[]): string[] {
  if (names.length <= maxNames) return names
  return [...names.slice(0, maxNames), texts.more(names.length - maxNames)]
}

/**
 * Returns the value of `data-size` for `count` elements: the number of `steps` that are below `count`. For a greater value, the
 * style sheet makes the elements smaller. `steps` must ascend.
 */
export function sizeFor(count: number, steps: number[]): string {
  const step = steps.findIndex(most => count <= most)
  return String(step < 0 ? steps.length : step)
}

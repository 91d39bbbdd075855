import refusalTexts from 'texts:refusal'
import { type AnyText, fill, type Values } from './fill.ts'

const texts: Partial<Record<string, AnyText>> = { ...refusalTexts }

/** For refusals that only a part of the app gets, whose sentences the first page need not load. */
export function addRefusalTexts(more: Record<string, AnyText>): void {
  Object.assign(texts, more)
}

/**
 * Returns the sentence for a refusal, by its code and, if the code has several sentences, the reason in `params`. Returns null if there
 * is none, or if a param of the sentence is missing.
 */
export function refusalText(code: string, { reason, label, ...params }: Values = {}): string | null {
  const values = { ...params, label: fill(texts[`label.${label}`], {}) }
  return (reason ? fill(texts[`${code}.${reason}`], values) : null) ?? fill(texts[code], values)
}

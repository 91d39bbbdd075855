import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Block = { language: string; text: string }

/** Returns the text of a page of `docs/`. */
export function pageText(page: string): string {
  return readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8')
}

/** Returns the code blocks of a page of `docs/`, in their order. */
export function blocksOf(page: string): Block[] {
  return [...pageText(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** Replaces each string, number and boolean by the name of its type. A list becomes the set of the shapes of its elements. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(each => JSON.stringify(shapeOf(each))))].sort()
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, shapeOf(each)] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  )
}

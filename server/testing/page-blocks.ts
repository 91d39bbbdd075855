import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Block = { language: string; text: string }

/** `page` is the path of a file below `docs/`. */
export function pageText(page: string): string {
  return readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8')
}

/** Returns the lines of a table below `docs/` without its head. Every field is in quotes, and none contains a line break. */
export function tableRows(table: string): string[][] {
  const [, ...lines] = pageText(table).trim().split('\n')
  return lines.map(line =>
    [...line.matchAll(/(?:^|,)"((?:[^"]|"")*)"/g)].map(([, field = '']) => field.replaceAll('""', '"')),
  )
}

/** Returns the code blocks of a Markdown file, in their order. `page` is its path below `docs/`. */
export function blocksOf(page: string): Block[] {
  return [...pageText(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/**
 * Replaces each string, number, boolean and null by the name of its type. A list becomes the sorted list of the different shapes
 * of its elements, as JSON texts.
 */
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

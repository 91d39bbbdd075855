import { isFrameOrigin } from '@grouplight/contract/board.ts'

/** Separators are white space and commas. Paths are ignored. `wrong` is the first part that is not a valid origin. */
export function originsIn(text: string): { origins: string[]; wrong: string | undefined } {
  const parts = text.split(/[\s,]+/).filter(Boolean)
  const found = parts.map(part => ({ part, origin: originOf(part) }))
  const origins = found.flatMap(({ origin }) => origin ?? [])
  return { origins: [...new Set(origins)], wrong: found.find(({ origin }) => origin === null)?.part }
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin } = new URL(text)
  return isFrameOrigin(origin) ? origin : null
}

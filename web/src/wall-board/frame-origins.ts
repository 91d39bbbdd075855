import { isFrameOrigin } from '@grouplight/contract/board.ts'

/**
 * Returns the origins in a text, each once. They are separated by white space or commas. The path of an address is ignored.
 * `wrong` is the first part of the text that is not a valid origin.
 */
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

import { DrizzleQueryError } from 'drizzle-orm'

/** What a log may say of an error. Never the values of a query: they are people's addresses, hashes and the text of emails. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (error instanceof DrizzleQueryError) return { ...loggableError(error.cause), query: error.query }
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, code: 'code' in error ? error.code : undefined, message, stack }
}

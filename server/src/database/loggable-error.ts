import { DrizzleQueryError } from 'drizzle-orm'

/** An error as it may be logged: without the values of a query, which are addresses, hashes and emails. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (error instanceof DrizzleQueryError) return { ...loggableError(error.cause), query: error.query }
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, code: 'code' in error ? error.code : undefined, message, stack }
}

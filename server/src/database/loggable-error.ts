import { DrizzleQueryError } from 'drizzle-orm'

/** The values of a query are left out, because they can be addresses, hashes or emails. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (error instanceof DrizzleQueryError) return { ...loggableError(error.cause), query: error.query }
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, code: 'code' in error ? error.code : undefined, message, stack }
}

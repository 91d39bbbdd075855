import { DrizzleQueryError } from 'drizzle-orm'

/** Returns the parts of an error that may be logged. Leaves out the values of a query: they can be addresses, hashes or emails. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (error instanceof DrizzleQueryError) return { ...loggableError(error.cause), query: error.query }
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, code: 'code' in error ? error.code : undefined, message, stack }
}

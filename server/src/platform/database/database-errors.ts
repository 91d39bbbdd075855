import { DrizzleQueryError } from 'drizzle-orm'
/** Returns whether a statement failed because the database is unreachable, restarting, a standby, too slow or out of resources. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some(cause => codes.test(codeOf(cause)) || messages.test(cause.message))
}

export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(cause => codeOf(cause) === diskFull)
}

/** The code of PostgreSQL's error `disk_full`. */
export const diskFull = '53100'

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

function codeOf(error: Error): string {
  return String((error as { code?: unknown }).code)
}

const codes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|25P03|57P0[1-35]|57014|53\w{3}|25006)$/
const messages = /timeout exceeded when trying to connect|Connection terminated|is not queryable/

/** Returns the parts of an error that may be logged. Leaves out the values of a query: they can be addresses, hashes or emails. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (error instanceof DrizzleQueryError) return { ...loggableError(error.cause), query: error.query }
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, code: 'code' in error ? error.code : undefined, message, stack }
}

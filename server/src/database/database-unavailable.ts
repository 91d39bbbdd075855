/** Returns whether a statement failed because the database is unreachable, restarting, too slow or out of resources. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codes.test(String((cause as { code?: unknown }).code))) return true
    if (messages.test(cause.message)) return true
  }
  return false
}

const codes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|25P03|57P0[1-35]|57014|53\w{3})$/
const messages = /timeout exceeded when trying to connect|Connection terminated|is not queryable/

import { OperatorError } from '#platform/config/operator-error.ts'
import type { CompiledPostgres } from '../pglite/compiled-postgres.ts'

export type ThreadSettings = { dataDir: string; program: CompiledPostgres; heartbeat: Int32Array }

/** A call of the main thread. While a transaction is open, statements without the transaction's id wait for its end. */
export type Call =
  | { type: 'query'; text: string; params: unknown[]; rowMode: RowMode | undefined; transactionId?: number }
  | { type: 'exec'; text: string; transactionId?: number }
  | { type: 'begin' }
  | { type: 'commit' | 'rollback'; transactionId: number }
  | { type: 'close' }
export type RowMode = 'array' | 'object'
export type Request = { id: number; call: Call }

/** The first response has id 0 and contains an error if the database could not be opened. */
export type Response = { id: number; value: unknown } | { id: number; error: SerializedError }
export type ThreadMessage = Response | { log: string } | { abort: true }

/** With `--watch`, Node sends the names of loaded files as messages. */
export function isThreadMessage(message: object): message is ThreadMessage {
  return !Object.keys(message).some(key => key.startsWith('watch:'))
}

export type SerializedError = {
  message: string
  stack: string | undefined
  name: string
  cause?: SerializedError
  rest: object
}

export function serializeError(thrown: unknown): SerializedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack, name, cause } = error
  // The query and its values are left out: the main thread knows them. `queryOptions` contains functions, which cannot be sent.
  const { query: _, params: __, queryOptions: ___, ...rest } = error as Error & Record<string, unknown>
  return { message, stack, name, ...(cause instanceof Error && { cause: serializeError(cause) }), rest }
}

export function deserializeError({ message, stack, name, cause, rest }: SerializedError): Error {
  const error = name === 'OperatorError' ? new OperatorError(message) : new Error(message)
  return Object.assign(error, rest, { name, stack }, cause && { cause: deserializeError(cause) })
}

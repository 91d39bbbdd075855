import { OperatorError } from '#operator-error.ts'
import type { CompiledPostgres } from '../pglite/compiled-postgres.ts'

/** What the database's thread is started with. It counts `pulse` up as long as it moves. */
export type ThreadSettings = { dataDir: string; program: CompiledPostgres; pulse: Int32Array }

/** What it may be asked. A transaction is a lease: from its beginning to its end only what names it gets the connection. */
export type Call =
  | { do: 'query'; text: string; params: unknown[]; rowMode: RowMode | undefined; lease?: number }
  | { do: 'exec'; text: string; lease?: number }
  | { do: 'begin' }
  | { do: 'commit' | 'rollback'; lease: number }
  | { do: 'close' }
export type RowMode = 'array' | 'object'
export type Ask = { id: number; call: Call }

/** What it says: to a question, or by itself. That it is open, or why not, is the answer to question 0. */
export type Said =
  | { id: number; value: unknown }
  | { id: number; fault: Fault }
  | { log: string }
  | { abort: true }

// Looked at by hand: a statement may not wait for more than this.
const calls = new Set<unknown>(['query', 'exec', 'begin', 'commit', 'rollback', 'close'])

/** Whether a message of the main thread is one of ours, as far as its kind and its number go. */
export function isAsk(message: unknown): message is Ask {
  if (!isObject(message) || !isId(message.id) || !isObject(message.call)) return false
  const { do: what, lease, text, params } = message.call
  if (lease === undefined ? what === 'commit' || what === 'rollback' : !isId(lease)) return false
  return calls.has(what) && (what !== 'query' || Array.isArray(params)) && isTextOf(what, text)
}

/** Whether a message of the database's thread is one of ours. */
export function isSaid(message: unknown): message is Said {
  if (!isObject(message)) return false
  if (isId(message.id)) return 'value' in message || isFault(message.fault)
  return typeof message.log === 'string' || message.abort === true
}

function isTextOf(what: unknown, text: unknown): boolean {
  return (what !== 'query' && what !== 'exec') || typeof text === 'string'
}

function isFault(fault: unknown): boolean {
  return isObject(fault) && typeof fault.message === 'string' && isObject(fault.rest)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

/** An error on its way between threads, which would leave everything but its message behind. */
export type Fault = { message: string; stack: string | undefined; name: string; cause?: Fault; rest: object }

export function faultOf(thrown: unknown): Fault {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack, name, cause } = error
  // What was asked is known where it was asked; PGlite's options are functions, which cannot travel.
  const { query: _, params: __, queryOptions: ___, ...rest } = error as Error & Record<string, unknown>
  return { message, stack, name, ...(cause instanceof Error && { cause: faultOf(cause) }), rest }
}

export function errorOf({ message, stack, name, cause, rest }: Fault): Error {
  const error = name === 'OperatorError' ? new OperatorError(message) : new Error(message)
  return Object.assign(error, rest, { name, stack }, cause && { cause: errorOf(cause) })
}

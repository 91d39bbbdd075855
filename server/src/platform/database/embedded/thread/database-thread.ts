import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Transaction, types } from '@electric-sql/pglite'
import { type OpenPglite, openPglite } from '../open-pglite.ts'
import {
  type Call,
  type Request,
  serializeError,
  type ThreadMessage,
  type ThreadSettings,
} from './thread-messages.ts'

// This thread opens the database and processes the requests of the main thread.
const port = parentPort as MessagePort
const { dataDir, program, heartbeat } = workerData as ThreadSettings
const transactions = new Map<number, OpenTransaction>()

type OpenTransaction = { tx: Transaction; commit(): void; rollBack(): void; ended: Promise<unknown> }

setInterval(beat, 250).unref()
respond(0, async () => {
  const database = await openPglite(dataDir, line => send({ log: line }), program)
  port.on('message', ({ id, call }: Request) => respond(id, () => run(database, id, call)))
})

async function respond(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    send({ id, value: await work() })
  } catch (error) {
    send({ id, error: serializeError(error) })
  }
  beat()
}

async function run(database: OpenPglite, id: number, call: Call): Promise<unknown> {
  switch (call.type) {
    case 'query':
      return connectionOf(database, call.transactionId).query(call.text, call.params, {
        rowMode: call.rowMode,
        parsers: asText,
      })
    case 'exec':
      return connectionOf(database, call.transactionId).exec(call.text)
    case 'begin':
      return begin(database, id)
    case 'commit':
      return end(call.transactionId, transaction => transaction.commit())
    case 'rollback':
      return end(call.transactionId, transaction => transaction.rollBack())
    case 'close':
      await database.close()
      return port.unref()
  }
}

function connectionOf({ pglite }: OpenPglite, transactionId: number | undefined) {
  return transactionId === undefined ? pglite : findTransaction(transactionId).tx
}

function findTransaction(id: number): OpenTransaction {
  const transaction = transactions.get(id)
  if (!transaction) throw new Error('The transaction has ended.')
  return transaction
}

function begin({ pglite }: OpenPglite, id: number): Promise<number> {
  const begun = Promise.withResolvers<number>()
  const end = Promise.withResolvers<void>()
  const ended = pglite.transaction(async tx => {
    transactions.set(id, { tx, commit: end.resolve, rollBack: () => end.reject(rolledBack), ended })
    begun.resolve(id)
    await end.promise
  })
  ended.catch(begun.reject)
  return begun.promise
}

const rolledBack = new Error('The transaction was rolled back.')

async function end(id: number, decide: (transaction: OpenTransaction) => void): Promise<void> {
  const transaction = findTransaction(id)
  transactions.delete(id)
  decide(transaction)
  await transaction.ended.catch(error => {
    if (error !== rolledBack) throw error
  })
}

function send(message: ThreadMessage): void {
  port.postMessage(message)
}

function beat(): void {
  Atomics.add(heartbeat, 0, 1)
}

// Drizzle needs these types as text. Its own parsers for them are functions, which cannot be sent to this thread.
const { TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE } = types
const [numerics, timestamps, timestampsWithZone, intervals, dates] = [1231, 1115, 1185, 1187, 1182]
const asText = Object.fromEntries(
  [
    ...[TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE],
    ...[numerics, timestamps, timestampsWithZone, intervals, dates],
  ].map(type => [type, (text: string) => text]),
)

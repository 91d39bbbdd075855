import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Transaction, types } from '@electric-sql/pglite'
import { type HeldDatabase, holdDatabase } from '../open-pglite.ts'
import { type Call, faultOf, isAsk, type Said, type ThreadSettings } from './thread-messages.ts'

// The thread in which the embedded database lives: it opens it, and answers what the main thread asks.
const port = parentPort as MessagePort
const { dataDir, program, pulse } = workerData as ThreadSettings
const leases = new Map<number, Lease>()

type Lease = { tx: Transaction; commit(): void; rollBack(): void; ended: Promise<unknown> }

setInterval(beat, 250).unref()
answer(0, async () => {
  const held = await holdDatabase(dataDir, line => say({ log: line }), program)
  port.on('message', (message: unknown) => {
    if (isAsk(message)) answer(message.id, () => perform(held, message.id, message.call))
    else say({ log: 'The database was asked something that nobody knows, and does nothing.' })
  })
})

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    say({ id, value: await work() })
  } catch (error) {
    say({ id, fault: faultOf(error) })
  }
  beat()
}

async function perform(held: HeldDatabase, id: number, call: Call): Promise<unknown> {
  switch (call.do) {
    case 'query':
      return connectionOf(held, call.lease).query(call.text, call.params, {
        rowMode: call.rowMode,
        parsers: asText,
      })
    case 'exec':
      return connectionOf(held, call.lease).exec(call.text)
    case 'begin':
      return begin(held, id)
    case 'commit':
      return end(call.lease, lease => lease.commit())
    case 'rollback':
      return end(call.lease, lease => lease.rollBack())
    case 'close':
      await held.close()
      // With nothing left to wait for the thread ends.
      return port.unref()
  }
}

function connectionOf({ pglite }: HeldDatabase, lease: number | undefined) {
  return lease === undefined ? pglite : leaseOf(lease).tx
}

function leaseOf(id: number): Lease {
  const lease = leases.get(id)
  if (!lease) throw new Error('The transaction has ended.')
  return lease
}

/** Resolves with the number of the lease once the transaction has begun. */
function begin({ pglite }: HeldDatabase, id: number): Promise<number> {
  const begun = Promise.withResolvers<number>()
  const wish = Promise.withResolvers<void>()
  const ended = pglite.transaction(async tx => {
    leases.set(id, { tx, commit: wish.resolve, rollBack: () => wish.reject(rolledBack), ended })
    begun.resolve(id)
    await wish.promise
  })
  ended.catch(begun.reject)
  return begun.promise
}

const rolledBack = new Error('The transaction was rolled back.')

/** Resolves once the transaction is over and the next statement gets the connection; throws when it could not be ended so. */
async function end(id: number, decide: (lease: Lease) => void): Promise<void> {
  const lease = leaseOf(id)
  leases.delete(id)
  decide(lease)
  await lease.ended.catch(error => {
    if (error !== rolledBack) throw error
  })
}

function say(said: Said): void {
  port.postMessage(said)
}

function beat(): void {
  Atomics.add(pulse, 0, 1)
}

// As Drizzle wants them, which names them by functions, and those cannot travel: what stands for a time, and lists that it reads itself.
const { TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE } = types
const [numerics, timestamps, timestampsWithZone, intervals, dates] = [1231, 1115, 1185, 1187, 1182]
const asText = Object.fromEntries(
  [
    ...[TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE],
    ...[numerics, timestamps, timestampsWithZone, intervals, dates],
  ].map(type => [type, (text: string) => text]),
)

import { once } from 'node:events'
import threads from 'node:worker_threads'
import { oneLine } from '#operator-error.ts'
import { endProcess } from './end-process.ts'
import { type Call, errorOf, isSaid, type Said, type ThreadSettings } from './thread-messages.ts'

export type DatabaseThread = { ask(call: Call): Promise<unknown>; close(): Promise<void> }

/** Starts the database's thread and resolves once the database is open. Without that thread the process cannot go on, and ends. */
export async function startThread(
  settings: ThreadSettings,
  log: (line: string) => void,
): Promise<DatabaseThread> {
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let isOpen = false

  const thread = new threads.Worker(new URL('./database-thread.ts', import.meta.url), {
    workerData: settings,
  })
  const gone = once(thread, 'exit')
  thread.on('message', (message: unknown) => {
    if (!isSaid(message)) refuse(message)
    else if ('log' in message) log(message.log)
    else if ('abort' in message) process.abort()
    else settle(message)
  })
  thread.on('error', error => diedOf(oneLine(error)))
  thread.on('exit', code => {
    if (isOpen) diedOf(`exit ${code}`)
    for (const { reject } of asked.values()) reject(new Error('The database is closed.'))
  })

  const settle = (said: Extract<Said, { id: number }>) => {
    const waiting = asked.get(said.id)
    asked.delete(said.id)
    if (!waiting) refuse(said)
    else if ('fault' in said) waiting.reject(errorOf(said.fault))
    else waiting.resolve(said.value)
  }
  const refuse = (message: unknown) => {
    // Under --watch Node itself says there which files it has loaded.
    const isOfNode = Object.keys(message ?? {}).some(key => key.startsWith('watch:'))
    if (!isOfNode) log("The database's thread said something that nobody knows: it is dropped.")
  }
  const answerTo = (id: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    asked.set(id, answer)
    return answer.promise
  }
  const ask = async (call: Call): Promise<unknown> => {
    if (!isOpen) throw new Error('The database is closed.')
    const id = ++lastId
    thread.postMessage({ id, call })
    return answerTo(id)
  }

  try {
    await answerTo(0)
  } catch (error) {
    await gone
    throw error
  }
  isOpen = true
  return {
    ask,
    async close() {
      const closed = ask({ do: 'close' })
      isOpen = false
      await closed.finally(() => gone)
    },
  }
}

function diedOf(reason: string): never {
  return endProcess(`The database's thread has died (${reason}). The process ends, to be started anew.`)
}

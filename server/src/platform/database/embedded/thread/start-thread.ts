import { once } from 'node:events'
import { createInterface } from 'node:readline'
import threads from 'node:worker_threads'
import { oneLine } from '#platform/config/operator-error.ts'
import { endProcess } from './end-process.ts'
import {
  type Call,
  deserializeError,
  isThreadMessage,
  type Response,
  type ThreadSettings,
} from './thread-messages.ts'

export type DatabaseThread = { send(call: Call): Promise<unknown>; close(): Promise<void> }

// PGlite prints this line whenever it opens an existing database.
const notice = /^pglitec: shmctl: /

/** Throws if the database cannot be opened. Later, an unexpected end of the thread ends the process. */
export async function startThread(
  settings: ThreadSettings,
  log: (line: string) => void,
): Promise<DatabaseThread> {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let isOpen = false

  const thread = new threads.Worker(new URL('./database-thread.ts', import.meta.url), {
    workerData: settings,
    ...{ stdout: true, stderr: true },
  })
  for (const output of [thread.stdout, thread.stderr])
    createInterface(output).on('line', line => {
      if (!notice.test(line)) log(line)
    })
  const exited = once(thread, 'exit')
  thread.on('message', (message: object) => {
    if (!isThreadMessage(message)) return
    if ('log' in message) log(message.log)
    else if ('abort' in message) process.abort()
    else settle(message)
  })
  thread.on('error', error => endProcessWithThread(oneLine(error)))
  thread.on('exit', code => {
    if (isOpen) endProcessWithThread(`exit ${code}`)
    for (const { reject } of pending.values()) reject(new Error('The database is closed.'))
  })

  const settle = (response: Response) => {
    const waiting = pending.get(response.id)
    pending.delete(response.id)
    if ('error' in response) waiting?.reject(deserializeError(response.error))
    else waiting?.resolve(response.value)
  }
  const responseTo = (id: number): Promise<unknown> => {
    const response = Promise.withResolvers<unknown>()
    pending.set(id, response)
    return response.promise
  }
  const send = async (call: Call): Promise<unknown> => {
    if (!isOpen) throw new Error('The database is closed.')
    const id = ++lastId
    thread.postMessage({ id, call })
    return responseTo(id)
  }

  try {
    await responseTo(0)
  } catch (error) {
    await exited
    throw error
  }
  isOpen = true
  return {
    send,
    async close() {
      const closed = send({ type: 'close' })
      isOpen = false
      await closed.finally(() => exited)
    },
  }
}

function endProcessWithThread(reason: string): never {
  return endProcess(`The database's thread has died (${reason}). The process ends, to be restarted.`)
}

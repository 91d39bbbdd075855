import { Worker } from 'node:worker_threads'
import type { PushKeys } from './push-keys.ts'

export type EncryptionRequest = {
  device: { endpoint: string; p256dh: string; auth: string }
  payload: string
  /** In seconds. */
  ttl: number
  urgency: 'high' | 'normal'
  topic: string
  keys: PushKeys
  contact: string
}

/** `failure` is the name of an error. */
export type EncryptionResponse = EncryptedPush | { failure: string }
export type EncryptedPush = { headers: Record<string, string>; body: Uint8Array }

/** Runs in a thread of its own, because each push takes about a millisecond of computing. The thread starts with the first push. */
export class Encryption {
  readonly #pending = new Map<number, PromiseWithResolvers<EncryptedPush>>()
  #thread: Worker | undefined
  #lastId = 0

  encrypt(request: EncryptionRequest): Promise<EncryptedPush> {
    this.#thread ??= this.#start()
    const id = ++this.#lastId
    const result = Promise.withResolvers<EncryptedPush>()
    this.#pending.set(id, result)
    this.#thread.postMessage({ id, ...request })
    return result.promise
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./encryption-thread.ts', import.meta.url))
    thread.on('message', ({ id, ...response }: EncryptionResponse & { id: number }) => {
      const result = this.#pending.get(id)
      this.#pending.delete(id)
      if ('failure' in response) result?.reject(new Error(response.failure))
      else result?.resolve(response)
    })
    // Without this listener, an error would end the process. After the error, the listener of 'exit' rejects the pending pushes.
    thread.on('error', () => {})
    thread.on('exit', () => {
      this.#thread = undefined
      for (const { reject } of this.#pending.values())
        reject(new Error('The thread of the encryption has ended.'))
      this.#pending.clear()
    })
    thread.unref()
    return thread
  }
}

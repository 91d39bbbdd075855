type Waiting<Value> = Map<string, PromiseWithResolvers<Value | undefined>>

/** Calls in the same turn of the event loop share one `load`. Calls during a `load` share the next `load`. */
export function batchReads<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting: Waiting<Value> = new Map()
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const found = await load([...batch.keys()])
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    isRunning = false
  }

  return key => {
    const request = waiting.get(key) ?? Promise.withResolvers()
    waiting.set(key, request)
    if (!isRunning) setImmediate(run)
    isRunning = true
    return request.promise
  }
}

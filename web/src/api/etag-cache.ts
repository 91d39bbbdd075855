/** A response with its ETag. If the server answers the next request with 304, this response is used again. */
type CachedAnswer = { etag: string; answer: unknown }

const maxEntries = 30

let answers = new Map<string, CachedAnswer>()

/** Must be called when the signed-in user changes, because the answers belong to one user. */
export function clearEtagCache(): void {
  answers = new Map()
}

/** An entry that was returned before `clearEtagCache` stores nothing in the new cache. */
export function cacheEntry(address: string): {
  cached: CachedAnswer | undefined
  store: (answer: CachedAnswer) => void
} {
  const cache = answers
  return {
    cached: cache.get(address),
    store(answer) {
      // An entry that is deleted and set again moves to the end, so the oldest entry is always the first.
      cache.delete(address)
      cache.set(address, answer)
      const [oldest = address] = cache.keys()
      if (cache.size > maxEntries) cache.delete(oldest)
    },
  }
}

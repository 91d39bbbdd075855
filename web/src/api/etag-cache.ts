/** An answer, and the tag by which the server knows whether it is still current. */
type CachedAnswer = { etag: string; answer: unknown }

const maxEntries = 30

let answers = new Map<string, CachedAnswer>()

/** Removes everything: the answers belong to one user. */
export function clearEtagCache(): void {
  answers = new Map()
}

/** The cache entry of an address. What is stored after the cache was cleared is never found. */
export function cacheEntry(address: string): {
  cached: CachedAnswer | undefined
  store: (answer: CachedAnswer) => void
} {
  const cache = answers
  return {
    cached: cache.get(address),
    store(answer) {
      // Deleted first, so that the newest entry is the last to be evicted.
      cache.delete(address)
      cache.set(address, answer)
      const [oldest = address] = cache.keys()
      if (cache.size > maxEntries) cache.delete(oldest)
    },
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { ringingEndpoint } from './ringing-wish.ts'

const load = async () => (await import('./ringing-chunk.ts')).ringingChunk

export const RingingSection = lazyWithPreload(async () => (await load()).RingingSection)
export const RingOffer = lazyWithPreload(async () => (await load()).RingOffer)
export const MuteChoice = lazyWithPreload(async () => (await load()).MuteChoice)

const idleMs = 1_000

export function keepRingingLater(queryClient: QueryClient, userId: string): () => void {
  const timer = setTimeout(() => {
    if (ringingEndpoint(userId) === null) return
    // If this fails, the app tries again at its next start.
    void load()
      .then(({ keepRinging }) => keepRinging(queryClient, userId))
      .catch(() => {})
  }, idleMs)
  return () => clearTimeout(timer)
}

import type { QueryClient } from '@tanstack/react-query'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { ringingEndpoint } from './ringing-wish.ts'

export const RingOffer = lazyWithPreload(() => import('./ring-offer.tsx'), 'RingOffer')
export const FirstSteps = lazyWithPreload(() => import('./first-steps.tsx'), 'FirstSteps')
export const MuteChoice = lazyWithPreload(() => import('./mute-choice.tsx'), 'MuteChoice')
export const AlertsMenu = lazyWithPreload(() => import('./alerts-menu.tsx'), 'AlertsMenu')
export const TellMeWhenDialog = lazyWithPreload(() => import('./tell-me-when-dialog.tsx'), 'TellMeWhenDialog')

const idleMs = 1_000

export function keepRingingLater(queryClient: QueryClient, userId: string): () => void {
  const timer = setTimeout(() => {
    if (ringingEndpoint(userId) === null) return
    // If this fails, the app tries again at its next start.
    void import('./keep-ringing.ts')
      .then(({ keepRinging }) => keepRinging(queryClient, userId))
      .catch(() => {})
  }, idleMs)
  return () => clearTimeout(timer)
}

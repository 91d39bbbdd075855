import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const StillAvailable = lazyWithPreload(
  () => import('./still-available-question.tsx'),
  'StillAvailableQuestion',
)

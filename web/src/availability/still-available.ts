import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const StillAvailable = lazyWithPreload(
  async () => (await import('./still-available-question.tsx')).StillAvailableQuestion,
)

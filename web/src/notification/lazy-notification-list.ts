import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

/** Loaded separately, to keep the code of the first page small: the list needs the texts of relative times. */
export const NotificationList = lazyWithPreload(
  async () => (await import('./notification-list.tsx')).NotificationList,
)

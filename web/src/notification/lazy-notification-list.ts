import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

/** The list needs the words of relative times, so its code is loaded after the first page. */
export const NotificationList = lazyWithPreload(
  async () => (await import('./notification-list.tsx')).NotificationList,
)

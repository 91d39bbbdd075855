import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

/** The list is loaded separately, because it needs the texts of relative times. So the code of the first page stays small. */
export const NotificationList = lazyWithPreload(() => import('./notification-list.tsx'), 'NotificationList')

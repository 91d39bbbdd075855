import { navigationTiming } from './navigation-timing.ts'

/**
 * Returns whether a shortcut of the installed app opened the page. The server writes 'none' into the page if no website opened
 * the page. It also does so for a typed address. But a typed address does not open in a window of the installed app.
 */
export function isOpenedFromShortcut(): boolean {
  const timing = navigationTiming()
  const mark = document.querySelector<HTMLMetaElement>('meta[name="navigation-site"]')
  return (
    mark?.content === 'none' &&
    // After a reload or a navigation within the app, one of the next two conditions is false.
    timing?.type === 'navigate' &&
    new URL(timing.name).pathname === location.pathname &&
    matchMedia('(display-mode: standalone)').matches
  )
}

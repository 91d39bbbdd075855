import { navigationTiming } from './navigation-timing.ts'

/**
 * Whether the page was opened by a shortcut of the installed app, not by a link or another site. The server writes into the page
 * whether the navigation came from another site; a page from the service worker's cache does not say. A redirect after a typed
 * address looks the same to the server, but does not open in the app's own window.
 */
export function isOpenedFromShortcut(): boolean {
  const timing = navigationTiming()
  const mark = document.querySelector<HTMLMetaElement>('meta[name="navigation-site"]')
  return (
    mark?.content === 'none' &&
    // Not a page that the app itself navigated to since, and not a reload.
    timing?.type === 'navigate' &&
    new URL(timing.name).pathname === location.pathname &&
    matchMedia('(display-mode: standalone)').matches
  )
}

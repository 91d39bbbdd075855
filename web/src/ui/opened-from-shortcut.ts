import { navigationTiming } from './navigation-timing.ts'

/**
 * Returns whether a shortcut of the installed app opened the page, and not a link or another site. The server writes into the
 * page which kind of site the navigation came from. A page from the service worker's cache does not contain this. A redirect
 * after a typed address looks the same to the server, but does not open in the window of the installed app.
 */
export function isOpenedFromShortcut(): boolean {
  const timing = navigationTiming()
  const mark = document.querySelector<HTMLMetaElement>('meta[name="navigation-site"]')
  return (
    mark?.content === 'none' &&
    // False after a reload, or if the app itself has navigated to this page.
    timing?.type === 'navigate' &&
    new URL(timing.name).pathname === location.pathname &&
    matchMedia('(display-mode: standalone)').matches
  )
}

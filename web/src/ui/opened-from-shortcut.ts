import { navigationTiming } from './navigation-timing.ts'

/**
 * Whether this page was opened in the installed app by the person: by a shortcut, not by a link or by another site. The server
 * marks the page with what the browser says of the navigation; a kept page has no such mark. A typed address that another site
 * leads on from looks the same to the server, but does not open in the app's own window.
 */
export function isOpenedFromShortcut(): boolean {
  const visit = navigationTiming()
  const mark = document.querySelector<HTMLMetaElement>('meta[name="navigation-site"]')
  return (
    mark?.content === 'none' &&
    // Not one that the app itself has led to since, and not a reload.
    visit?.type === 'navigate' &&
    new URL(visit.name).pathname === location.pathname &&
    matchMedia('(display-mode: standalone)').matches
  )
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { navigationTiming } from '#ui/navigation-timing.ts'

const storageKey = 'left-at'
const positions = new Map<string, number>(savedPositions())

// The browser's own scroll restoration would happen before the page is rendered.
history.scrollRestoration = 'manual'
window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
  } catch {
    // Storage is forbidden, so after a reload every page starts at its top.
  }
})

/**
 * Scrolls a new page to its top. After going back or forward, and after a reload, a page has its previous scroll position. When
 * the path changes, the heading or a field that waits for it gets the focus, so that
 * screen readers start there.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  // The key alone is not enough, because all pages that were opened by loading the app have the same key.
  const pageKey = `${key} ${pathname}`
  const mayRestore = useNavigationType() === 'POP'
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    // With an anchor in the address, the browser or `useLinkedHeading` scrolls the page.
    if (!hash) window.scrollTo(0, (mayRestore && positions.get(pageKey)) || 0)
    const save = () => positions.set(pageKey, window.scrollY)
    window.addEventListener('scroll', save, { passive: true })
    return () => window.removeEventListener('scroll', save)
  }, [pageKey, mayRestore, hash])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const field = document.querySelector<HTMLElement>('[data-page-focus]')
    const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    const start = field ?? heading
    start?.focus({ preventScroll: true })
  }, [pathname])
}

function savedPositions(): [pageKey: string, top: number][] {
  try {
    return navigationTiming()?.type === 'navigate'
      ? []
      : JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

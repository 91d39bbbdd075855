import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { navigationTiming } from '#ui/navigation-timing.ts'

const storageKey = 'left-at'
const positions = new Map<string, number>(savedPositions())

// The browser would scroll before the page is rendered.
history.scrollRestoration = 'manual'
window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
  } catch {
    // Storage is forbidden: every page starts at its top.
  }
})

/**
 * A new page starts at its top; after going back or a reload, a page is where it was left. The heading gets the focus, so that
 * screen readers start with it.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  // The first page of every visit has the same key.
  const place = `${key} ${pathname}`
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    // To an anchor the browser scrolls by itself.
    if (!hash) window.scrollTo(0, (isBack && positions.get(place)) || 0)
    const save = () => positions.set(place, window.scrollY)
    window.addEventListener('scroll', save, { passive: true })
    return () => window.removeEventListener('scroll', save)
  }, [place, isBack, hash])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

function savedPositions(): [place: string, top: number][] {
  try {
    return navigationTiming()?.type === 'navigate'
      ? []
      : JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

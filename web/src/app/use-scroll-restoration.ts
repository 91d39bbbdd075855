import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { navigationTiming } from '#ui/navigation-timing.ts'

const keptAs = 'left-at'
const leftAt = new Map<string, number>(positionsOfLastTime())

// Before the page that is gone back to is drawn there is nothing to scroll.
history.scrollRestoration = 'manual'
window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(keptAs, JSON.stringify([...leftAt]))
  } catch {
    // A browser that forbids storage starts every page at its top.
  }
})

/**
 * A new page starts at its top, and one that is gone back to, or loaded again, where it was left. Its heading is what a screen
 * reader says first.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  // The first page of each visit has the same key.
  const place = `${key} ${pathname}`
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    // Within a page the browser itself goes where the address points.
    if (!hash) window.scrollTo(0, (isBack && leftAt.get(place)) || 0)
    const note = () => leftAt.set(place, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [place, isBack, hash])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

function positionsOfLastTime(): [place: string, top: number][] {
  try {
    return navigationTiming()?.type === 'navigate' ? [] : JSON.parse(sessionStorage.getItem(keptAs) ?? '[]')
  } catch {
    return []
  }
}

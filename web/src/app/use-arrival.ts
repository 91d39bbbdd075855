import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

// Before the page that is gone back to is drawn there is nothing to scroll.
history.scrollRestoration = 'manual'

const leftAt = new Map<string, number>()

/**
 * A new page starts at its top, and one that is gone back to where it was left. Its heading is what a screen reader says
 * first.
 */
export function useArrival(): void {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    window.scrollTo(0, (isBack && leftAt.get(key)) || 0)
    const note = () => leftAt.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key, isBack])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

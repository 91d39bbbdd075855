import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The heading gets the focus when the address of the page ends in `#` and this id. */
export function useLinkedHeading(id: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, hash } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again.
  useEffect(() => {
    if (hash !== `#${id}`) return
    // On a new page, `useScrollRestoration` first focuses the main heading, so this heading waits for the next frame.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [key, hash, id])

  return heading
}

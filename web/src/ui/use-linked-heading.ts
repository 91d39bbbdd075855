import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Returns the ref of a section's heading, which gets the focus when a link has led to the section by its id. */
export function useLinkedHeading(id: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, hash } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again.
  useEffect(() => {
    if (hash !== `#${id}`) return
    // The heading of a new page gets the focus first, so this heading waits for the next frame.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [key, hash, id])

  return heading
}

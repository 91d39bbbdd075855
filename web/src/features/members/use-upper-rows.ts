import type { Member } from '@grouplight/contract/group.ts'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { moveRows, type Places, placesOf } from './move-rows.ts'
import { useStill } from './use-still.ts'

/**
 * Returns the ids of the members whose rows stand in the section of the available. A row changes its section as soon as nothing is
 * touched. `list` is the element around the rows.
 */
export function useUpperRows(members: Member[], list: RefObject<HTMLElement | null>): ReadonlySet<string> {
  const isStill = useStill()
  const [upper, setUpper] = useState(() => availableIds(members))
  const before = useRef<Places>(null)

  // Both renderings happen before the next frame.
  useLayoutEffect(() => {
    if (!list.current) return
    if (before.current) moveRows(list.current, before.current)
    before.current = null
    const moved = members.filter(({ userId, status }) => status !== upper.has(userId))
    if (isStill || moved.length === 0) return
    before.current = placesOf(list.current, new Set(moved.map(({ userId }) => userId)))
    setUpper(availableIds(members))
  })

  return upper
}

function availableIds(members: Member[]): ReadonlySet<string> {
  return new Set(members.flatMap(({ userId, status }) => (status ? [userId] : [])))
}

// The ids stay below 2^53 until the year 2305.
const epochMs = Date.UTC(2020, 0)
let last = 0

/**
 * Returns the first of `count` new ids for notices. The ids are a time in microseconds and not a sequence, so that they reveal nothing
 * about the activity of other people. Later calls on this node return higher ids, also after the clock was set back.
 */
export function reserveNoticeIds(count: number): number {
  const first = Math.max(Math.floor((performance.timeOrigin + performance.now() - epochMs) * 1_000), last + 1)
  last = first + count - 1
  return first
}

export function newNoticeId(): number {
  return reserveNoticeIds(1)
}

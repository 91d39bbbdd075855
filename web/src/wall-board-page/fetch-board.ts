import type { BoardContent } from '@grouplight/contract/board.ts'

const timeLimitMs = 10_000
const usualWaitMs = 30_000
const longestWaitMs = 5 * 60_000

export type Answer =
  | { kind: 'content'; content: BoardContent; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'gone' }
  /** There were too many requests. The page must wait for `ms` before the next request. */
  | { kind: 'wait'; ms: number }
  | { kind: 'failed' }

/** `etag` is the entity tag of the content that the page already has. Never rejects. */
export async function fetchBoard(authorization: string, etag: string | null = null): Promise<Answer> {
  try {
    const response = await fetch('/api/board', {
      headers: { authorization, ...(etag !== null && { 'if-none-match': etag }) },
      // The request must not contain the session of a user of this browser.
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    if (response.status === 304) return { kind: 'unchanged' }
    if (response.status === 429)
      return { kind: 'wait', ms: waitMs(Number(response.headers.get('retry-after'))) }
    const body = await response.json()
    if (response.ok) return { kind: 'content', content: body, etag: response.headers.get('etag') }
    // A proxy can also send status 404. Only `board-not-found` means that the board does not exist.
    return { kind: body.code === 'board-not-found' ? 'gone' : 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

function waitMs(seconds: number): number {
  return seconds > 0 ? Math.min(seconds * 1_000, longestWaitMs) : usualWaitMs
}

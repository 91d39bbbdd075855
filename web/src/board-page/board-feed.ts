import type { BoardContent } from '@grouplight/contract/board.ts'

// A pause and the next request together take about five seconds. Within this time, a revoked board disappears.
const pauseMs = 4_500
// Several screens may share the request limit of their network. So after a refusal for too many requests, pauses are longer.
const longPauseMs = 10_000
/** After this time without a successful response, a page that has shown the board says that the connection is lost. */
const lostAfterMs = 12_000

/** `asOf` is the time of the last successful response, by the clock of this device, in ms since 1970. */
export type BoardView =
  | { status: 'connecting' }
  | { status: 'shown' | 'lost'; content: BoardContent; asOf: number }
  | { status: 'gone' }

/** Calls `onAnswer` after each request, also if it has failed. Stops when the board is gone. The returned function returns the view. */
export function openBoardFeed(authorization: string, onAnswer: () => void): () => BoardView {
  let known: { content: BoardContent; etag: string | null } | undefined
  let asOf = 0
  let isGone = false

  async function run() {
    let usualPauseMs = pauseMs
    while (!isGone) {
      const answer = await fetchBoard(authorization, known?.etag)
      if (answer.kind === 'content') known = answer
      if (answer.kind === 'content' || answer.kind === 'unchanged') asOf = Date.now()
      if (answer.kind === 'wait') usualPauseMs = longPauseMs
      isGone = answer.kind === 'gone'
      onAnswer()
      await pause(answer.kind === 'wait' ? Math.max(answer.ms, longPauseMs) : usualPauseMs)
    }
  }

  void run()
  return () => {
    if (isGone) return { status: 'gone' }
    if (!known) return { status: 'connecting' }
    // After the device has slept, or if its clock was set, `asOf` may be far in the past or in the future.
    const isLost = Math.abs(Date.now() - asOf) > lostAfterMs
    return { status: isLost ? 'lost' : 'shown', content: known.content, asOf }
  }
}

/** Waits for `ms`, or only until the browser comes online again. */
export function pause(ms: number): Promise<unknown> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve(null)
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}

export const timeLimitMs = 10_000
const usualWaitMs = 30_000
const longestWaitMs = 5 * 60_000

type Answer =
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

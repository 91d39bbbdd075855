import type { Account } from '@grouplight/contract/account.ts'
import { type Dashboard, readDashboard } from '@grouplight/contract/dashboard.ts'
import { callTagged, ProblemError, type Tagged } from './client.ts'

type Parts = { account: Account | null } & Dashboard
type Answer = { account: Account | null; dashboard: Dashboard | null }

let callers = 0
let batch: Promise<Answer | null> | undefined
/** The last response to the signed-in user. */
let cache: { last?: Tagged<Answer> } = {}

/**
 * Reads a part of the dashboard. Parts that are read at the same time share one request for the whole dashboard. A single part is
 * read by `readAlone`. Later calls do not share a request that has started, because its response may lack the newest changes.
 */
export async function batchedRead<Name extends keyof Parts>(
  name: Name,
  readAlone: () => Promise<Parts[Name]>,
): Promise<Parts[Name]> {
  callers++
  batch ??= Promise.resolve().then(send)
  const answer = await batch
  return answer ? partOf(answer, name) : readAlone()
}

/** If nothing has changed since the last response, the server answers 304, and the last response is returned. */
export async function readWholeDashboard(signal?: AbortSignal): Promise<Answer> {
  // If the user changes meanwhile, the response is not kept for the next user.
  const cacheOfUser = cache
  cacheOfUser.last = await callTagged(readDashboard, signal ? { signal } : {}, cacheOfUser.last)
  return cacheOfUser.last.answer
}

/** Must be called when the signed-in user changes. */
export function forgetDashboard(): void {
  cache = {}
}

function send(): Promise<Answer> | null {
  const isShared = callers > 1
  callers = 0
  batch = undefined
  return isShared ? readWholeDashboard() : null
}

function partOf<Name extends keyof Parts>({ account, dashboard }: Answer, name: Name): Parts[Name] {
  if (name !== 'account' && !dashboard) {
    // The part's own endpoint would refuse with the same code and status.
    throw account
      ? new ProblemError({ code: 'email-not-verified', status: 403, message: '' })
      : new ProblemError({ code: 'unauthenticated', status: 401, message: '' })
  }
  return { account, ...(dashboard as Dashboard) }[name]
}

import type { Account } from '@grouplight/contract/account.ts'
import { type Dashboard, readDashboard } from '@grouplight/contract/dashboard.ts'
import { call, ProblemError } from './client.ts'

type Parts = { account: Account | null } & Dashboard
type Answer = { account: Account | null; dashboard: Dashboard | null }

let askers = 0
let turn: Promise<Answer | null> | undefined

/**
 * Reads a part of the dashboard. Parts that are asked for in one turn of the event loop, as after a reconnect, come by one
 * request for the whole; a part that is asked for on its own comes by `alone`. Nobody shares what was asked for earlier:
 * it may have been read before the change that makes somebody ask.
 */
export async function readTogether<Name extends keyof Parts>(
  name: Name,
  alone: () => Promise<Parts[Name]>,
): Promise<Parts[Name]> {
  askers++
  turn ??= Promise.resolve().then(endTurn)
  const answer = await turn
  return answer ? partOf(answer, name) : alone()
}

function endTurn(): Promise<Answer> | null {
  const isShared = askers > 1
  askers = 0
  turn = undefined
  return isShared ? call(readDashboard) : null
}

function partOf<Name extends keyof Parts>({ account, dashboard }: Answer, name: Name): Parts[Name] {
  if (name !== 'account' && !dashboard) {
    // As the part's own endpoint refuses it.
    throw account
      ? new ProblemError({ code: 'email-not-verified', status: 403, message: 'Please verify your email.' })
      : new ProblemError({ code: 'unauthenticated', status: 401, message: 'Please sign in.' })
  }
  return { account, ...(dashboard as Dashboard) }[name]
}

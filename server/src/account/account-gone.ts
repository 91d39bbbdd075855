import { Problem } from '#problem.ts'

/** The account was deleted while something was under way in its name. */
export function accountGone(): Problem {
  return new Problem('unauthenticated', 'This account is no longer there.')
}

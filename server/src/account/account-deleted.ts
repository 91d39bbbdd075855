import { Problem } from '#problem.ts'

/** The refusal when the account was deleted while a request of its user was under way. */
export function accountDeleted(): Problem {
  return new Problem('unauthenticated', 'This account is no longer there.')
}

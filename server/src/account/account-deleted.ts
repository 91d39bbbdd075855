import { Problem } from '#problem.ts'

/** The refusal of a request whose account was deleted during the request. */
export function accountDeleted(): Problem {
  return new Problem('unauthenticated', 'This account is no longer there.')
}

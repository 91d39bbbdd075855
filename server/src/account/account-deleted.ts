import { Problem } from '#problem.ts'

/** Returns the refusal of a request if its account was deleted during the request. */
export function accountDeleted(): Problem {
  return new Problem('unauthenticated', 'This account is no longer there.')
}

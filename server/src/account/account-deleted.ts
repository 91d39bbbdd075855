import { Problem } from '#problem.ts'

export function accountDeleted(): Problem {
  return new Problem('unauthenticated', 'This account is no longer there.')
}

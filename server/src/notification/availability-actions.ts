import { watchActions } from '@grouplight/contract/watch.ts'

/**
 * The actions of the notices that say that a watch is fulfilled, or that too few members are Available, or enough again. Like
 * status notices, they tell when a member became Available or Unavailable.
 */
export const availabilityActions = [...watchActions, 'short', 'enough'] as const

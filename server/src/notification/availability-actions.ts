import { watchActions } from '@grouplight/contract/watch.ts'

/**
 * The actions of the notices that say that a watch is fulfilled, or that too few members or enough members are Available for the
 * needed number. Like status notices, these notices reveal when a member became Available or Unavailable.
 */
export const availabilityActions = [...watchActions, 'short', 'enough'] as const

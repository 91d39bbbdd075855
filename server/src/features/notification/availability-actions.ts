import { watchActions } from '@grouplight/contract/watch.ts'

/** Notices with these actions can reveal when a member became Available or Unavailable. */
export const availabilityActions = [...watchActions, 'short', 'enough'] as const

import { watchActions } from '@grouplight/contract/watch.ts'

/** Notices with these actions reveal when a member became Available or Unavailable. */
export const availabilityActions = [...watchActions, 'short', 'enough'] as const

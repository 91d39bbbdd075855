import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const InvitationsDialog = lazyWithPreload(
  () => import('./invitations-dialog.tsx'),
  'InvitationsDialog',
)

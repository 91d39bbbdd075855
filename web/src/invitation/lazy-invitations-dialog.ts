import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const InvitationsDialog = lazyWithPreload(
  async () => (await import('./invitations-dialog.tsx')).InvitationsDialog,
)

import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const DeleteOrLeaveDialog = lazyWithPreload(
  () => import('#group/delete-or-leave-dialog.tsx'),
  'DeleteOrLeaveDialog',
)
export const GroupSettingsDialog = lazyWithPreload(
  () => import('#group/group-settings-dialog.tsx'),
  'GroupSettingsDialog',
)
export const GroupGone = lazyWithPreload(() => import('./group-gone.tsx'), 'GroupGone')
export const GroupOffer = lazyWithPreload(() => import('#group/group-offer.tsx'), 'GroupOffer')
export const InviteDialog = lazyWithPreload(() => import('#invitation/invite-dialog.tsx'), 'InviteDialog')
export const RemoveMemberDialog = lazyWithPreload(
  () => import('#group/remove-member-dialog.tsx'),
  'RemoveMemberDialog',
)

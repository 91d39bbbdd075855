import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const DeleteOrLeaveDialog = lazyWithPreload(
  () => import('#features/group/delete-or-leave-dialog.tsx'),
  'DeleteOrLeaveDialog',
)
export const GroupSettingsDialog = lazyWithPreload(
  () => import('./group-settings-dialog.tsx'),
  'GroupSettingsDialog',
)
export const GroupGone = lazyWithPreload(() => import('./group-gone.tsx'), 'GroupGone')
export const AdminNotice = lazyWithPreload(() => import('#features/group/admin-notice.tsx'), 'AdminNotice')
export const InviteDialog = lazyWithPreload(
  () => import('#features/invitation/invite-dialog.tsx'),
  'InviteDialog',
)
export const RemoveMemberDialog = lazyWithPreload(
  () => import('#features/group/remove-member-dialog.tsx'),
  'RemoveMemberDialog',
)

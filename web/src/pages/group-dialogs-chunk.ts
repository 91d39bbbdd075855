import { DeleteOrLeaveDialog } from '#group/delete-or-leave-dialog.tsx'
import { GroupOffer } from '#group/group-offer.tsx'
import { GroupSettingsDialog } from '#group/group-settings-dialog.tsx'
import { RemoveMemberDialog } from '#group/remove-member-dialog.tsx'
import { InviteDialog } from '#invitation/invite-dialog.tsx'

/** The build puts these components into one file, which is loaded after the group page. */
export const groupDialogsChunk = {
  DeleteOrLeaveDialog,
  GroupOffer,
  GroupSettingsDialog,
  InviteDialog,
  RemoveMemberDialog,
}

import { DeleteOrLeaveDialog } from '#group/delete-or-leave-dialog.tsx'
import { GroupOffer } from '#group/group-offer.tsx'
import { GroupSettingsDialog } from '#group/group-settings-dialog.tsx'
import { RemoveMemberDialog } from '#group/remove-member-dialog.tsx'
import { InviteDialog } from '#invitation/invite-dialog.tsx'

/** The code of the group page's dialogs and of `GroupOffer`, in one file that is loaded after the page. */
export const groupDialogsChunk = {
  DeleteOrLeaveDialog,
  GroupOffer,
  GroupSettingsDialog,
  InviteDialog,
  RemoveMemberDialog,
}

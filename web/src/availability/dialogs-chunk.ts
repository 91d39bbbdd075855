import { AllGroupsDialog } from './all-groups-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'

/** The dialogs of this module, in one file that is loaded when the first of them is opened. */
export const dialogs = { AllGroupsDialog, EndDialog }

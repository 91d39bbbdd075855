import { AllGroupsDialog } from './all-groups-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'

/** The build puts these dialogs into one file, which is loaded when one of them is needed. */
export const dialogs = { AllGroupsDialog, EndDialog }

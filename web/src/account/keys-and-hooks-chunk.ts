import { GroupHooksDialog } from './hook/group-hooks-dialog.tsx'
import { HooksSection } from './hook/hooks-section.tsx'
import { KeysSection } from './key/keys-section.tsx'

/** The build puts these components into one file, which is loaded when one of them is needed. */
export const keysAndHooksChunk = { KeysSection, HooksSection, GroupHooksDialog }

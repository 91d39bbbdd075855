import { GroupHooksDialog } from './hook/group-hooks-dialog.tsx'
import { HooksSection } from './hook/hooks-section.tsx'
import { KeysSection } from './key/keys-section.tsx'

/** The code of keys and hooks, in one file that is loaded when it is needed. */
export const keysAndHooksChunk = { KeysSection, HooksSection, GroupHooksDialog }

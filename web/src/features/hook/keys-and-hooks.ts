import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const KeysSection = lazyWithPreload(() => import('#features/key/keys-section.tsx'), 'KeysSection')
export const HooksSection = lazyWithPreload(() => import('./hooks-section.tsx'), 'HooksSection')
export const GroupHooksDialog = lazyWithPreload(() => import('./group-hooks-dialog.tsx'), 'GroupHooksDialog')

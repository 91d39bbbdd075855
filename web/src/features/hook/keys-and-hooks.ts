import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const GroupHooksDialog = lazyWithPreload(() => import('./group-hooks-dialog.tsx'), 'GroupHooksDialog')

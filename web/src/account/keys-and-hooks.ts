import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

const load = async () => (await import('./keys-and-hooks-chunk.ts')).keysAndHooksChunk

export const KeysSection = lazyWithPreload(async () => (await load()).KeysSection)
export const HooksSection = lazyWithPreload(async () => (await load()).HooksSection)
export const GroupHooksDialog = lazyWithPreload(async () => (await load()).GroupHooksDialog)

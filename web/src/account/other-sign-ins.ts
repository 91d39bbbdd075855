import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

const load = async () => (await import('./sign-in-chunk.ts')).signInChunk

export const PasskeySignIn = lazyWithPreload(async () => (await load()).PasskeySignIn)
export const ProviderSignIn = lazyWithPreload(async () => (await load()).ProviderSignIn)

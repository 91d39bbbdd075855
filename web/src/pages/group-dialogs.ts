import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

const load = async () => (await import('./group-dialogs-chunk.ts')).groupDialogsChunk

export const DeleteOrLeaveDialog = lazyWithPreload(async () => (await load()).DeleteOrLeaveDialog)
export const GroupSettingsDialog = lazyWithPreload(async () => (await load()).GroupSettingsDialog)
export const GroupOffer = lazyWithPreload(async () => (await load()).GroupOffer)
export const InviteDialog = lazyWithPreload(async () => (await load()).InviteDialog)
export const RemoveMemberDialog = lazyWithPreload(async () => (await load()).RemoveMemberDialog)

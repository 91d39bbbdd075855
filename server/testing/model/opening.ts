import type { Script } from './script.ts'

const plain = { device: 0, at: 0, which: 0, whom: 0, yes: true }

/**
 * The first steps of every `Story`, sent one at a time. After them, Ben is a member of Ana's group, and Cora is invited. Both members
 * are Available with an end, and the group asks its members after an hour.
 */
export const opening: Script = [
  [{ ...plain, action: 'create', as: 0 }],
  [{ ...plain, action: 'invite', as: 0, whom: 0 }],
  [{ ...plain, action: 'accept', as: 1 }],
  [{ ...plain, action: 'set asking interval', as: 0 }],
  [{ ...plain, action: 'toggle', as: 0, whom: 1 }],
  [{ ...plain, action: 'toggle', as: 1, whom: 3 }],
]

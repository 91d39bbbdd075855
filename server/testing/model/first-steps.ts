import type { Script } from './script.ts'

const plain = { device: 0, at: 0, which: 0, whom: 0, yes: true }

/**
 * The first steps of every `Story`, sent one at a time. After these steps, Ben is a member of Ana's group, and Cora is invited. Ana
 * and Ben are Available with an end. The interval of the group is one hour, every member may ask around, and Ana asks everybody who of them can.
 */
export const firstSteps: Script = [
  [{ ...plain, action: 'create', as: 0 }],
  [{ ...plain, action: 'invite', as: 0, whom: 0 }],
  [{ ...plain, action: 'accept', as: 1 }],
  [{ ...plain, action: 'set asking interval', as: 0 }],
  [{ ...plain, action: 'allow asking', as: 0 }],
  [{ ...plain, action: 'ask', as: 0 }],
  [{ ...plain, action: 'toggle', as: 0, whom: 1 }],
  [{ ...plain, action: 'toggle', as: 1, whom: 3 }],
]

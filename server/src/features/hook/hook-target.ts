import { randomBytes } from 'node:crypto'
import { seal, unseal } from '#platform/seal.ts'
import type { HookTarget } from './hook-content.ts'

/** Encrypts the target of a hook with the secret of the site. Only `openTarget` with the same hook id and secret can decrypt it. */
export function sealTarget(target: HookTarget, hookId: string, secret: string): Buffer {
  return seal(Buffer.from(JSON.stringify(target)), secret, purposeOf(hookId))
}

export function openTarget(sealed: Buffer, hookId: string, secret: string): HookTarget {
  const plain = unseal(sealed, secret, purposeOf(hookId))
  if (!plain) throw new Error('The target of a hook cannot be opened.')
  return JSON.parse(plain.toString()) as HookTarget
}

/** Standard Webhooks defines this form of a secret. */
export function newHookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

function purposeOf(hookId: string): string {
  return `hook ${hookId}`
}

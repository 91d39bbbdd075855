import { ProblemError } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'

const usedKey = 'passkey-used'

/** Browsers allow passkeys only on https and on localhost. */
export const canUsePasskeys = 'PublicKeyCredential' in globalThis

let isOffered = canUsePasskeys && wasPasskeyUsed()

/**
 * Whether the login page offers passkeys. It does so if the device can use its own passkeys or those of a phone, or if a passkey
 * was created or used in this browser before. The answer is complete when `detectPasskeySupport` has resolved.
 */
export const offersPasskeys = () => isOffered

/** Never rejects. */
export async function detectPasskeySupport(): Promise<boolean> {
  if (canUsePasskeys) isOffered ||= await hasAuthenticator().catch(() => false)
  return isOffered
}

export function rememberPasskeyUse(): void {
  isOffered = true
  try {
    localStorage.setItem(usedKey, 'yes')
  } catch {
    // Storage is forbidden, so the use is forgotten when the page is closed or reloaded.
  }
}

async function hasAuthenticator(): Promise<boolean> {
  const capabilities = await PublicKeyCredential.getClientCapabilities?.()
  return (
    capabilities?.passkeyPlatformAuthenticator ??
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  )
}

function wasPasskeyUsed(): boolean {
  try {
    return localStorage.getItem(usedKey) !== null
  } catch {
    return false
  }
}

/** Returns `fallback` for an error of the browser, because browsers rarely tell why no passkey was created or chosen. */
export function passkeyText(error: unknown, fallback: string): string {
  return error instanceof ProblemError ? problemText(error) : fallback
}

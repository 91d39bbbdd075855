const usedKey = 'passkey-used'

/** Whether this browser can create and use passkeys at all. Browsers allow passkeys only on https and on localhost. */
export const canUsePasskeys = 'PublicKeyCredential' in globalThis

let isOffered = canUsePasskeys && wasPasskeyUsed()

/**
 * Returns whether the login page offers passkeys, as far as `findOutPasskeySupport` has found out. The page offers them if this
 * device can use its own passkeys or those of a phone, or if a passkey was created or used in this browser before, for example on
 * a security key.
 */
export const offersPasskeys = () => isOffered

/** Finds out whether the login page offers passkeys. Never rejects. */
export async function findOutPasskeySupport(): Promise<boolean> {
  if (canUsePasskeys) isOffered ||= await hasAuthenticator().catch(() => false)
  return isOffered
}

/** Remembers that a passkey was created or used in this browser. */
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

import { startPasskeySignIn } from '@grouplight/contract/passkey.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { call } from '#api/client.ts'

const load = () => import('@simplewebauthn/browser')

type Choosing = { inAutofill?: boolean; signal?: AbortSignal }

/**
 * Lets the user choose a passkey of this site, and returns the browser's response, which the server verifies. With `inAutofill`
 * the browser offers the passkeys among the suggestions of the email field, and the promise waits for a choice. A new call makes
 * the promise of the previous call reject. The promise also rejects if `signal` is aborted before the browser offers the passkeys.
 */
export async function choosePasskey({ inAutofill = false, signal }: Choosing = {}) {
  const [{ startAuthentication }, { options }] = await Promise.all([load(), call(startPasskeySignIn)])
  signal?.throwIfAborted()
  return startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: inAutofill,
    verifyBrowserAutofillInput: false,
  })
}

/** Lets the browser create a passkey. `options` come from the server's answer to `startAddingPasskey`. */
export async function createPasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

/** Cancels the call of `choosePasskey` or `createPasskey` that waits for the user, if there is one. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

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
 * Lets the user choose a passkey of this site. With `inAutofill` the browser offers the passkeys among the suggestions of the
 * email field, and the promise waits for a choice. A new request ends the one before. Rejects if `signal` is aborted before the
 * browser is asked.
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

/** Lets the browser create a passkey. `options` are those of the server. */
export async function createPasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

/** Ends the request that waits for the user. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

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
 * Lets the user choose a passkey of this site. With `inAutofill`, the browser offers the passkeys among the suggestions of the email
 * field, and the promise waits for a choice. Rejects if `choosePasskey` is called again before the choice, or if `signal` is
 * aborted before the browser offers the passkeys.
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

/** `options` come from the answer of `startAddingPasskey`. */
export async function createPasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

/** Cancels a call of `choosePasskey` or `createPasskey` that waits for the user. */
export async function cancelPasskeyCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

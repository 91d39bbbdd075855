import { PasskeySignIn } from './passkey/passkey-sign-in.tsx'
import { ProviderSignIn } from './provider/provider-sign-in.tsx'

/** The ways to sign in without a password, in one file that the login page loads when it offers one of them. */
export const signInChunk = { PasskeySignIn, ProviderSignIn }

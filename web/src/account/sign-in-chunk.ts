import { PasskeySignIn } from './passkey/passkey-sign-in.tsx'
import { ProviderSignIn } from './provider/provider-sign-in.tsx'

/** The ways to sign in without a password. The build puts them into one file, which the login page loads if it offers one of them. */
export const signInChunk = { PasskeySignIn, ProviderSignIn }

import { PasskeySignIn } from './passkey/passkey-sign-in.tsx'
import { ProviderSignIn } from './provider/provider-sign-in.tsx'

/** The build puts these components into one file, which the login page loads if it offers one of them. */
export const signInChunk = { PasskeySignIn, ProviderSignIn }

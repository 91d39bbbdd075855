import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Config } from '#config.ts'
import { challengeLifeMs } from './challenges.ts'

/** EdDSA, ES256 and RS256, as COSE algorithm numbers. Almost every authenticator supports at least one of them. */
export const algorithms = [-8, -7, -257]

/** Returns the host name of the site. A passkey works only for this name. */
export function relyingPartyId({ appUrl }: Pick<Config, 'appUrl'>): string {
  return new URL(appUrl).hostname
}

export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

export function creationOptions(
  config: Pick<Config, 'appName' | 'appUrl'>,
  {
    user,
    challenge,
    existing,
  }: {
    user: { userId: string; email: string; displayName: string }
    challenge: string
    existing: { credentialId: Buffer; transports: string[] }[]
  },
): PublicKeyCredentialCreationOptionsJSON {
  return {
    rp: { id: relyingPartyId(config), name: config.appName },
    user: { id: userHandleOf(user.userId), name: user.email, displayName: user.displayName },
    challenge,
    pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' })),
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key',
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: challengeLifeMs,
  }
}

/**
 * Returns the options with which the browser uses a passkey. They name no credentials, so they reveal nothing about an account. The
 * browser offers all passkeys that it has for the site.
 */
export function requestOptions(
  config: Pick<Config, 'appUrl'>,
  challenge: string,
): PublicKeyCredentialRequestOptionsJSON {
  return {
    rpId: relyingPartyId(config),
    challenge,
    allowCredentials: [],
    userVerification: 'required',
    timeout: challengeLifeMs,
  }
}

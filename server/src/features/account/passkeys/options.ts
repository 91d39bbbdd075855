import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Config } from '#platform/config/config.ts'
import { challengeLifeMs } from './challenges.ts'

/** COSE algorithm numbers of EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257]

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

/** The options name no credentials, so that they reveal nothing about an account. */
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

import type { passkeyCreated, passkeyUsed } from '@grouplight/contract/passkey.ts'
import type * as z from 'zod/mini'
import type { Config } from '#platform/config/config.ts'
import { algorithms, relyingPartyId } from './options.ts'

type Created = z.output<typeof passkeyCreated>
type Used = z.output<typeof passkeyUsed>
type Site = Pick<Config, 'appUrl'>

export type Credential = { credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[] }

/** Returns the unchecked challenge as base64url, or null if the response is unreadable or was made in a frame of another site. */
export function challengeOf({ response }: Created | Used): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(
      Buffer.from(response.clientDataJSON, 'base64url').toString(),
    )
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

export async function verifyCreated(
  site: Site,
  created: Created,
  challenge: string,
): Promise<Credential | null> {
  // The library is loaded here, because many servers never need it.
  const [{ verifyRegistrationResponse }, { isoCBOR }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return nullIfThrown(async () => {
    // The attestation statement is replaced by an empty one. Otherwise the library would fetch revocation lists from addresses in
    // the statement, which any client can choose.
    const attestation = isoCBOR.decodeFirst<Map<string, Uint8Array>>(
      bytesOf(created.response.attestationObject),
    )
    const parts: [string, Parameters<typeof isoCBOR.encode>[0]][] = [
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', attestation.get('authData')],
    ]
    const attestationObject = Buffer.from(isoCBOR.encode(new Map(parts))).toString('base64url')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...created,
        clientExtensionResults: {},
        response: { clientDataJSON: created.response.clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: new URL(site.appUrl).origin,
      expectedRPID: relyingPartyId(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo.credential.id !== created.id) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: created.response.transports ?? [],
    }
  })
}

/** Returns the new counter of the credential, or null if the response is wrong. */
export async function verifyUsed(
  site: Site,
  used: Used,
  { challenge, credential }: { challenge: string; credential: Credential },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  return nullIfThrown(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: new URL(site.appUrl).origin,
      expectedRPID: relyingPartyId(site),
      requireUserVerification: true,
      credential: {
        id: credential.credentialId.toString('base64url'),
        publicKey: bytesOf(credential.publicKey),
        counter: credential.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  })
}

// The library throws for most wrong responses.
async function nullIfThrown<Result>(check: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await check()
  } catch {
    return null
  }
}

function bytesOf(value: string | Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof value === 'string' ? Buffer.from(value, 'base64url') : value)
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { api } from './api.ts'
import type { Reply, TestUser } from './test-user.ts'

type Options = Record<string, unknown>
export type WrongValues = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  userVerified?: boolean
  userPresent?: boolean
  counter?: number
  userHandle?: string
  credentialId?: Buffer
  key?: KeyObject
  attestation?: { fmt: string; statement: Map<string, unknown> }
}

/** WebAuthn options with a challenge that the server did not make. */
export const wrongOptions = { challenge: 'x', rp: { id: 'localhost' }, rpId: 'localhost', user: { id: 'x' } }

const flag = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 }

/** A WebAuthn authenticator with one ES256 key. Its responses have the JSON format of @simplewebauthn/browser. */
export class Authenticator {
  readonly origin: string
  readonly credentialId: Buffer
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  userHandle = 'x'
  counter = 0

  constructor(origin: string, credentialId: Buffer = randomBytes(32)) {
    this.origin = origin
    this.credentialId = credentialId
  }

  /** Returns the response to the options of `startAddingPasskey`. */
  create(options: Options, wrongs: WrongValues = {}) {
    const { id: rpId } = options.rp as { id: string }
    this.userHandle = (options.user as { id: string }).id
    const credentialId = wrongs.credentialId ?? this.credentialId
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    // COSE names its fields by numbers. These fields are the key type (elliptic curve), ES256, the curve P-256, and two coordinates.
    const publicKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(publicKey)])
    const authData = Buffer.concat([this.#authData({ rpId, ...wrongs }, flag.hasCredential), credential])
    const parts: [string, unknown][] = [
      ['fmt', wrongs.attestation?.fmt ?? 'none'],
      ['attStmt', wrongs.attestation?.statement ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ]
    const attestationObject = isoCBOR.encode(new Map(parts) as Parameters<typeof isoCBOR.encode>[0])
    return {
      ...idsOf(credentialId),
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, wrongs),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Returns the response to the options of `startPasskeySignIn`. */
  use(options: Options, wrongs: WrongValues = {}) {
    this.counter = wrongs.counter ?? this.counter
    const authData = this.#authData({ rpId: String(options.rpId), ...wrongs })
    const clientDataJSON = this.#clientData('webauthn.get', options, wrongs)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...idsOf(wrongs.credentialId ?? this.credentialId),
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, wrongs.key ?? this.keys.privateKey)),
        userHandle: wrongs.userHandle ?? this.userHandle,
      },
    }
  }

  #clientData(type: string, { challenge }: Options, wrongs: WrongValues): string {
    const { origin = this.origin, crossOrigin = false } = wrongs
    const data = { type: wrongs.type ?? type, challenge: wrongs.challenge ?? challenge, origin, crossOrigin }
    return base64url(Buffer.from(JSON.stringify(data)))
  }

  #authData(
    { rpId, userPresent = true, userVerified = true, counter = this.counter }: WrongValues & { rpId: string },
    flags = 0,
  ): Buffer {
    const header = Buffer.alloc(5)
    const present = userPresent ? flag.userPresent : 0
    header.writeUInt8(flags | present | (userVerified ? flag.userVerified : 0))
    header.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), header])
  }
}

/** Adds a passkey to the account of a signed-in user. Returns the authenticator. */
export async function addPasskey(
  user: TestUser,
  authenticator = new Authenticator(user.url),
): Promise<Authenticator> {
  const { options } = await user.ok(api.startAddingPasskey)
  await user.ok(api.addPasskey, { body: { name: 'Phone', response: authenticator.create(options) } })
  return authenticator
}

/** Returns the server's response, even if it is a refusal. */
export async function signInByPasskey(
  browser: TestUser,
  authenticator: Authenticator,
  wrongs?: WrongValues,
): Promise<Reply> {
  const { options } = await browser.ok(api.startPasskeySignIn)
  const response = authenticator.use(options, wrongs)
  return browser.call(api.signInByPasskey, { body: { response } })
}

function idsOf(credentialId: Buffer) {
  const id = base64url(credentialId)
  return { id, rawId: id, type: 'public-key' as const }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

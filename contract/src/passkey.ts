import * as z from 'zod/mini'
import { accountSchema } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { idInPath, name } from './text.ts'

const endpoint = endpointsOf('account')

export const maxPasskeys = 20
export const passkeyName = name('passkeyName', 60)

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    /** The day in UTC. Null if the passkey has not been used yet. */
    lastUsedOn: z.nullable(z.iso.date()),
  })
  .register(z.globalRegistry, { id: 'Passkey' })

export type Passkey = z.infer<typeof passkeySchema>

/** The options of WebAuthn as JSON. The web app passes them to @simplewebauthn/browser without reading them. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })

// `maxLength` counts base64url characters. Credential ids have at most 1023 bytes. All other parts are far below the default limit.
const bytes = (maxLength = 16_384) =>
  z.string().check(z.regex(/^[\w-]*$/, 'The response of the passkey cannot be read.'), z.maxLength(maxLength))
const credentialId = bytes(1_364)
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** The response of a browser that has created a passkey. Binary fields are base64url. Unknown fields are ignored. */
export const passkeyCreated = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
})

/** The response of a browser that has used a passkey. Binary fields are base64url. Unknown fields are ignored. */
export const passkeyUsed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: z.optional(bytes(86)),
  }),
})

const passkeyParams = z.strictObject({ passkeyId: idInPath })

export const listPasskeys = endpoint('listPasskeys', {
  request: 'GET /api/account/passkeys',
  answer: () => z.object({ passkeys: z.array(passkeySchema) }),
})

export const startAddingPasskey = endpoint('startAddingPasskey', {
  request: 'POST /api/account/passkeys/options',
  answer: () => options,
  refusals: ['confirm-first', 'password-sign-in-off', 'too-many-passkeys'],
})

export const addPasskey = endpoint('addPasskey', {
  request: 'POST /api/account/passkeys',
  body: () => z.strictObject({ name: passkeyName, response: passkeyCreated }),
  answer: () => passkeySchema,
  refusals: [
    'confirm-first',
    'passkey-refused',
    'password-sign-in-off',
    'too-many-passkeys',
    'too-many-requests',
  ],
})

export const renamePasskey = endpoint('renamePasskey', {
  request: 'PATCH /api/account/passkeys/:passkeyId',
  params: () => passkeyParams,
  body: () => z.strictObject({ name: passkeyName }),
  answer: () => passkeySchema,
  refusals: ['passkey-not-found'],
})

export const removePasskey = endpoint('removePasskey', {
  request: 'DELETE /api/account/passkeys/:passkeyId',
  params: () => passkeyParams,
  refusals: ['confirm-first', 'passkey-not-found'],
})

export const startPasskeySignIn = endpoint('startPasskeySignIn', {
  request: 'POST /api/session/passkey/options',
  access: 'anybody',
  answer: () => options,
  refusals: ['password-sign-in-off'],
})

export const signInByPasskey = endpoint('signInByPasskey', {
  request: 'POST /api/session/passkey',
  access: 'anybody',
  body: () => z.strictObject({ response: passkeyUsed }),
  answer: () => z.object({ account: accountSchema }),
  refusals: ['passkey-refused', 'password-sign-in-off', 'too-many-requests'],
})

export const confirmByPasskey = endpoint('confirmByPasskey', {
  request: 'POST /api/account/confirmation/passkey',
  body: () => z.strictObject({ response: passkeyUsed }),
  refusals: ['passkey-refused', 'too-many-requests'],
})

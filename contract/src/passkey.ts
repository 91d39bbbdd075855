import * as z from 'zod/mini'
import { accountSchema } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { idInPath, inviteLinkCode, name } from './text.ts'

const endpoint = endpointsOf('account')

export const maxPasskeys = 20
export const passkeyName = name('passkeyName', 60)

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    /** The day in UTC on which the passkey was last used. Null if it has not been used yet. */
    lastUsedOn: z.nullable(z.iso.date()),
  })
  .register(z.globalRegistry, { id: 'Passkey' })

export type Passkey = z.infer<typeof passkeySchema>

/** The options and responses of WebAuthn as JSON. The browser's library and the server's library know their fields. */
const webauthnJson = z.record(z.string(), z.unknown())
const options = z.object({ options: webauthnJson })
const passkeyParams = z.strictObject({ passkeyId: idInPath })

export const listPasskeys = endpoint('listPasskeys', {
  request: 'GET /api/account/passkeys',
  summary: "Returns the user's passkeys, oldest first.",
  answer: () => z.object({ passkeys: z.array(passkeySchema) }),
})

export const startAddingPasskey = endpoint('startAddingPasskey', {
  request: 'POST /api/account/passkeys/options',
  summary: 'Returns the options with which a browser creates a passkey. Needs a confirmation.',
  answer: () => options,
  refusals: ['confirm-first', 'too-many-passkeys', 'too-many-requests'],
})

export const addPasskey = endpoint('addPasskey', {
  request: 'POST /api/account/passkeys',
  summary: 'Adds the passkey that the browser has created, and sends an email. Needs a confirmation.',
  body: () => z.strictObject({ name: passkeyName, response: webauthnJson }),
  answer: () => passkeySchema,
  refusals: ['confirm-first', 'passkey-refused', 'too-many-passkeys', 'too-many-requests'],
})

export const renamePasskey = endpoint('renamePasskey', {
  request: 'PATCH /api/account/passkeys/:passkeyId',
  summary: 'Changes the name of a passkey.',
  params: () => passkeyParams,
  body: () => z.strictObject({ name: passkeyName }),
  answer: () => passkeySchema,
  refusals: ['passkey-not-found'],
})

export const removePasskey = endpoint('removePasskey', {
  request: 'DELETE /api/account/passkeys/:passkeyId',
  summary: 'Removes a passkey and sends an email. Needs a confirmation.',
  params: () => passkeyParams,
  refusals: ['confirm-first', 'passkey-not-found'],
})

export const startPasskeySignIn = endpoint('startPasskeySignIn', {
  request: 'POST /api/session/passkey/options',
  summary: 'Returns the options with which a browser offers the passkeys of this site.',
  access: 'anybody',
  answer: () => options,
  refusals: ['too-many-requests'],
})

export const signInByPasskey = endpoint('signInByPasskey', {
  request: 'POST /api/session/passkey',
  summary: 'Signs in with a passkey and sets the session cookie.',
  access: 'anybody',
  body: () => z.strictObject({ response: webauthnJson, code: z.optional(inviteLinkCode) }),
  answer: () => z.object({ account: accountSchema }),
  refusals: ['passkey-refused', 'user-disabled', 'password-sign-in-off', 'too-many-requests'],
})

export const confirmByPasskey = endpoint('confirmByPasskey', {
  request: 'POST /api/account/confirmation/passkey',
  summary: 'Checks a passkey of the user. Afterwards, this session may change how the user signs in.',
  body: () => z.strictObject({ response: webauthnJson }),
  refusals: ['passkey-refused', 'too-many-requests'],
})

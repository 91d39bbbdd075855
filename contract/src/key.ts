import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInBody, idInPath, name } from './text.ts'

const endpoint = endpointsOf('account')

export const maxKeys = 20
/** In days. Null means that the key does not end. */
export const keyLifetimes = [30, 90, 365, null] as const
export const defaultKeyLifetime = 90
/** The limit for one key, on each node. */
export const keyRequestsPerMinute = 60

export const keyName = name('keyName', 60)

export const keySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    maySwitch: z.boolean(),
    /** Whether the key may ask around in the user's name. */
    mayAsk: z.boolean(),
    /** The chosen groups. Null means all groups of the user, also groups that the user joins later. */
    groupIds: z.nullable(z.array(z.string())),
    createdAt: z.iso.datetime(),
    expiresAt: z.nullable(z.iso.datetime()),
    /** The day in UTC. Null if the key has not been used yet. */
    lastUsedOn: z.nullable(z.iso.date()),
    /** The last four characters of the token. */
    lastFour: z.string(),
  })
  .register(z.globalRegistry, { id: 'Key' })

export type Key = z.infer<typeof keySchema>

export const listKeys = endpoint('listKeys', {
  request: 'GET /api/account/keys',
  answer: () => z.object({ keys: z.array(keySchema) }),
})

export const createKey = endpoint('createKey', {
  request: 'POST /api/account/keys',
  body: () =>
    z.strictObject({
      name: keyName,
      maySwitch: z.boolean('maySwitch must be true or false.'),
      mayAsk: z._default(z.boolean('mayAsk must be true or false.'), false),
      groupIds: z._default(
        z.nullable(
          z
            .array(idInBody('groupIds'), 'groupIds must be a list.')
            .check(z.minLength(1, 'groupIds must not be empty.')),
        ),
        null,
      ),
      days: z._default(z.nullable(z.literal(keyLifetimes.filter(days => days !== null))), defaultKeyLifetime),
    }),
  answer: () => z.object({ key: keySchema, token: z.string() }),
  refusals: ['confirm-first', 'group-not-found', 'too-many-keys', 'too-many-requests'],
})

export const revokeKey = endpoint('revokeKey', {
  request: 'DELETE /api/account/keys/:keyId',
  params: () => z.strictObject({ keyId: idInPath }),
  refusals: ['key-not-found'],
})

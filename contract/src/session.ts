import * as z from 'zod/mini'
import { knownPassword, newPassword } from './account.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('account')

export const confirmationLifeMinutes = 10

export const sessionSchema = z
  .object({
    id: z.string(),
    /** The browser and the system, for example 'Firefox (Linux)'. Null if neither is known. */
    browser: z.nullable(z.string()),
    createdAt: z.iso.datetime(),
    /** The day in UTC. */
    lastSeenOn: z.iso.date(),
    current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Session' })

export type Session = z.infer<typeof sessionSchema>

/** An invalid id becomes '', so that the response is the same as for an unknown id. */
const sessionId = z.string().check(z.overwrite(id => (/^[0-9a-f]{64}$/.test(id) ? id : '')))

export const listSessions = endpoint('listSessions', {
  request: 'GET /api/account/sessions',
  answer: () => z.object({ sessions: z.array(sessionSchema) }),
})

export const endSession = endpoint('endSession', {
  request: 'DELETE /api/account/sessions/:sessionId',
  params: () => z.strictObject({ sessionId }),
  refusals: ['session-not-found'],
})

export const endOtherSessions = endpoint('endOtherSessions', {
  request: 'DELETE /api/account/sessions',
})

/** Only for users, because the version of a server tells strangers which of its faults are known. */
export const readVersion = endpoint('readVersion', {
  request: 'GET /api/version',
  answer: () => z.object({ version: z.string() }),
})

export const changePassword = endpoint('changePassword', {
  request: 'POST /api/account/password',
  body: () => z.strictObject({ password: z.optional(knownPassword), newPassword }),
  refusals: ['wrong-password', 'confirm-first', 'password-sign-in-off', 'too-many-requests'],
})

export const confirmByPassword = endpoint('confirmByPassword', {
  request: 'POST /api/account/confirmation',
  body: () => z.strictObject({ password: knownPassword }),
  refusals: ['wrong-password', 'password-sign-in-off', 'too-many-requests'],
})

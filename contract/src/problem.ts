import * as z from 'zod/mini'

/** Every expected refusal and the HTTP status it travels with. The web app words each code in one file. */
export const problemStatus = {
  'invalid-input': 400,
  'unsupported-media-type': 415,
  'payload-too-large': 413,
  'origin-not-allowed': 403,
  'not-found': 404,
  unauthenticated: 401,
  'email-not-verified': 403,
  'user-disabled': 403,
  'user-not-found': 404,
  'wrong-password': 401,
  'password-needed': 409,
  'invalid-email': 400,
  'invalid-credential': 401,
  'too-many-requests': 429,
  'expired-action-code': 400,
  'invalid-action-code': 400,
  'group-not-found': 404,
  'not-group-creator': 403,
  'creator-cannot-leave': 409,
  'member-not-found': 404,
  'offer-not-found': 404,
  'still-creator': 409,
  'too-many-groups': 409,
  'group-full': 409,
  'not-your-availability': 403,
  'invitation-not-found': 404,
  'invitation-answered': 409,
  'already-member': 409,
  'too-many-invitations': 429,
  'resent-recently': 429,
  unavailable: 503,
  internal: 500,
} as const

export type ProblemCode = keyof typeof problemStatus

const problemCodes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]

/**
 * The body of every refusal of the HTTP API.
 * `message` is one clear English sentence; `field` names the input at fault, as a path ("emails.2").
 */
export const problemSchema = z
  .object({ code: z.enum(problemCodes), message: z.string(), field: z.optional(z.string()) })
  .register(z.globalRegistry, { id: 'Problem' })

export type ProblemBody = z.infer<typeof problemSchema>

import * as z from 'zod/mini'

/** A client that exceeded the request rate limit should try again after this time. */
export const requestRateRetrySeconds = 1

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
  'too-many-deputies': 409,
  'group-has-admin': 409,
  'deputy-first': 409,
  'still-creator': 409,
  'too-many-groups': 409,
  'group-full': 409,
  'not-your-availability': 403,
  'until-not-possible': 400,
  'not-available': 409,
  'notification-not-found': 404,
  'invitation-not-found': 404,
  'invitation-answered': 409,
  'already-member': 409,
  'too-many-invitations': 429,
  'resent-recently': 429,
  'device-not-found': 404,
  'too-many-devices': 409,
  'push-service-not-allowed': 403,
  'push-switched-off': 409,
  'watch-not-found': 404,
  'watch-fulfilled': 409,
  'too-many-watches': 409,
  'too-many-follows': 409,
  'call-not-found': 404,
  'call-closed': 409,
  'not-your-call': 409,
  'may-not-ask': 403,
  'nobody-to-ask': 409,
  'too-many-calls': 409,
  'link-not-usable': 404,
  'too-many-links': 409,
  'request-not-found': 404,
  'sign-up-closed': 403,
  'domain-not-allowed': 400,
  'password-sign-in-off': 403,
  'provider-unavailable': 503,
  'session-not-found': 404,
  'confirm-first': 403,
  'password-missing': 409,
  'passkey-not-found': 404,
  'passkey-refused': 401,
  'too-many-passkeys': 409,
  'key-not-found': 404,
  'too-many-keys': 409,
  'not-for-keys': 403,
  'signed-out': 409,
  'hook-not-found': 404,
  'hook-address-not-allowed': 403,
  'too-many-hooks': 409,
  'last-operator': 409,
  'too-many-operators': 409,
  'backup-running': 409,
  'board-not-found': 404,
  'board-code-not-found': 404,
  'too-many-boards': 409,
  'set-by-environment': 409,
  'no-mail-server': 409,
  'disk-full': 503,
  unavailable: 503,
  internal: 500,
} as const

export type ProblemCode = keyof typeof problemStatus

/**
 * `params` has the values for the sentence, and the `reason` if the code has several sentences. `field` is the path of the invalid input,
 * for example 'emails.2'.
 */
const anyProblem = z.object({
  code: z.string(),
  message: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  field: z.optional(z.string()),
})

/** Returns null if the answer has no problem, for example the answer of a proxy. Does not check whether the code is known. */
export function problemIn(answer: unknown): ProblemBody | null {
  const { success, data } = anyProblem.safeParse(answer)
  return success ? (data as ProblemBody) : null
}

// Marked as pure, because the web app needs neither the codes nor their statuses.
export const problemSchema = /* @__PURE__ */ (() =>
  z
    .extend(anyProblem, { code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]) })
    .register(z.globalRegistry, { id: 'Problem' }))()

export type ProblemBody = z.infer<typeof problemSchema>
export type ProblemParams = NonNullable<ProblemBody['params']>

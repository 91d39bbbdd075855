import * as z from 'zod/mini'
import { newPassword } from './account.ts'

/** Where the four functions answer: `{APP_URL}/functions/us-central1/{name}`, always by POST. */
export const functionsPath = '/functions/us-central1'

/** How long a caller waits for a callable, in milliseconds. */
export const callableTimeoutMs = 70_000

/**
 * The callable protocol: `{data}` in, `{result}` or `{error: {status, message}}` out. A body without a status is
 * classified by its HTTP status; for the others the body decides.
 */
export const callableStatusByHttp: Record<number, CallableStatus> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

export const httpByCallableStatus = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const

export type CallableStatus = keyof typeof httpByCallableStatus

export const callableErrorSchema = z.object({
  error: z.object({ status: z.optional(z.string()), message: z.optional(z.string()) }),
})

/** data of `sendCustomPasswordReset`. The address is checked by the operation: its refusal is a callable error. */
export const sendPasswordResetSchema = z.strictObject({ email: z.string() })
export const sendPasswordResetResultSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
})

/** data of `resetPasswordWithToken`. */
export const resetPasswordSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256)),
  newPassword,
})
export const resetPasswordResultSchema = z.object({ success: z.boolean() })

/** Body of `sendVerificationEmail`; the answer is always the same `{ok: true}`. */
export const sendVerificationEmailSchema = z.strictObject({
  email: z.string(),
  displayName: z.optional(z.string()),
})

/** Body of `sendEmailHttp`; only `to` is heeded, the email is composed from the invitation it names. */
export const sendEmailHttpSchema = z.strictObject({
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.optional(z.string()),
  html: z.optional(z.string()),
})

import * as z from 'zod/mini'
import { newPassword } from './account.ts'

/**
 * The base path of the functions, as in Firebase Cloud Functions. All are called with POST. The two that reset passwords use
 * Firebase's callable protocol: the request is `{data}`, and the response is `{result}` or `{error: {status, message}}`.
 */
export const functionsPath = '/functions/us-central1'

export const callableTimeoutMs = 70_000

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

/** The schema accepts any text, because the operation refuses an invalid address with a message of its own. */
export const sendPasswordResetSchema = z.strictObject({ email: z.string() })
export const sendPasswordResetResultSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
})

export const resetPasswordSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256)),
  newPassword,
})
export const resetPasswordResultSchema = z.object({ success: z.boolean() })

/** The response to every valid request within the limits is `{ok: true}`. */
export const sendVerificationEmailSchema = z.strictObject({
  email: z.string(),
  displayName: z.optional(z.string()),
})

/** The server uses only `to`: it resends the newest pending invitation that the user has sent to this address. */
export const sendEmailHttpSchema = z.strictObject({
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.optional(z.string()),
  html: z.optional(z.string()),
})

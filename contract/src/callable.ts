import * as z from 'zod/mini'
import { newPassword } from './account.ts'

/**
 * The base path of the functions. Names and paths are like those of Firebase Cloud Functions, and the method is POST. The two
 * functions for resetting a password use Firebase's callable protocol: the request is `{data}`, and the response is `{result}` or
 * `{error: {status, message}}`.
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

/** Any text is accepted, because the operation itself refuses an invalid address with a special message. */
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

export const sendVerificationEmailSchema = z.strictObject({
  email: z.string(),
  displayName: z.optional(z.string()),
})

/** Resends the newest pending invitation that the user has sent to the address `to`. The other fields are ignored. */
export const sendEmailHttpSchema = z.strictObject({
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.optional(z.string()),
  html: z.optional(z.string()),
})

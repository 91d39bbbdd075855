import type { CallableStatus } from '@grouplight/contract/callable.ts'
import { CallableError } from './callable.ts'
import { ProblemError, problemCode } from './client.ts'

type Code = ProblemError['code']

/** Says that the server's own sentence is the best one: it knows which of several reasons it was. */
const inItsOwnWords = null

/** What each code says when nothing else is known about the place. Every code has an entry, or it does not compile. */
const sentences: Record<Code, string | typeof inItsOwnWords> = {
  'invalid-input': inItsOwnWords,
  'unsupported-media-type': 'The app is out of date. Please reload the page.',
  'payload-too-large': 'That is too much text.',
  'origin-not-allowed': 'This address is not the one this site is meant to be used at.',
  'not-found': 'That could not be found.',
  unauthenticated: 'Please sign in again.',
  'email-not-verified': 'Please verify your email before accessing the app.',
  'user-disabled': 'This account has been disabled. Please contact support.',
  'user-not-found': 'No account found with this email address.',
  'wrong-password': 'Incorrect password. Please try again.',
  'invalid-email': 'Invalid email address format.',
  'invalid-credential': 'Invalid email or password. Please check your credentials.',
  'too-many-requests': inItsOwnWords,
  'expired-action-code': 'The link has expired.',
  'invalid-action-code': 'The link is invalid or has already been used.',
  'group-not-found': 'Group not found',
  'not-group-creator': 'Only the group creator can do this.',
  'creator-cannot-leave': 'The creator cannot leave the group.',
  'member-not-found': inItsOwnWords,
  'offer-not-found': 'The group is not offered to you any more.',
  'still-creator': inItsOwnWords,
  'too-many-groups': 'You are in as many groups as one can be in.',
  'group-full': 'The group is full.',
  'not-your-availability': 'Only they can change their availability.',
  'invitation-not-found': 'This invitation is no longer open.',
  'invitation-answered': 'This invitation has already been answered.',
  'already-member': 'You are already a member of this group.',
  'too-many-invitations': inItsOwnWords,
  'resent-recently': 'This invitation was sent less than an hour ago.',
  unavailable: 'The server is not ready. Please try again in a moment.',
  internal: 'Something went wrong on the server. Please try again.',
  unreachable: 'The server cannot be reached. Please check your connection.',
}

const somethingWrong = 'Something went wrong. Please try again.'

/** One sentence for people about anything that was thrown. */
export function problemText(error: unknown): string {
  if (!(error instanceof ProblemError)) return somethingWrong
  return sentences[error.code] ?? (error.message || somethingWrong)
}

const saidBySignIn: unknown[] = [
  'invalid-input',
  'user-not-found',
  'wrong-password',
  'invalid-email',
  'user-disabled',
  'invalid-credential',
]

/** The login form's sentence; codes it does not know share one. */
export function signInText(error: unknown): string {
  const code = problemCode(error)
  if (code === 'too-many-requests') return 'Too many failed login attempts. Please try again later.'
  if (code === 'email-not-verified') {
    return 'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.'
  }
  return saidBySignIn.includes(code)
    ? problemText(error)
    : 'Failed to log in. Please check your email and password.'
}

/** Why a sign-up failed, in the server's words. */
export function signUpText(error: unknown): string {
  return error instanceof ProblemError ? problemText(error) : 'Failed to register. Please try again.'
}

const verificationSentences: Partial<Record<Code, string>> = {
  'expired-action-code': 'The verification link has expired. Please request a new verification email.',
  'invalid-action-code': 'The verification link is invalid or has already been used.',
  'user-disabled': 'This user account has been disabled.',
  'user-not-found': 'No user account found for this verification link.',
}

/** Why a verification link did not work. */
export function verificationText(error: unknown): string {
  const code = problemCode(error)
  if (!code) return 'Verification failed. Please try again or contact support.'
  return `Verification failed. ${verificationSentences[code] ?? problemText(error)}`
}

const resetEmailSentences: Partial<Record<CallableStatus, string>> = {
  NOT_FOUND: 'Password reset service unavailable. Please try again later.',
  INVALID_ARGUMENT: 'Please enter a valid email address.',
  INTERNAL: 'Failed to send reset email. Please try again.',
}

/** Why no reset mail was sent. */
export function resetEmailText(error: unknown): string {
  const known = error instanceof CallableError && resetEmailSentences[error.status]
  return known || (error as Error).message || 'An unexpected error occurred. Please try again.'
}

const resetPasswordSentences: Partial<Record<CallableStatus, string>> = {
  NOT_FOUND: 'Invalid or expired reset link',
  DEADLINE_EXCEEDED: 'Reset link has expired. Please request a new one.',
  ALREADY_EXISTS: 'This reset link has already been used',
}

/** Why the password was not changed. */
export function resetPasswordText(error: unknown): string {
  const known = error instanceof CallableError && resetPasswordSentences[error.status]
  return known || 'Failed to reset password. Please try again.'
}

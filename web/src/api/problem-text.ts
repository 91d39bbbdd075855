import { reasonText, t } from '#texts/texts.ts'
import { CallableError } from './callable.ts'
import { ProblemError, problemCode } from './client.ts'

/** One sentence for people about anything that was thrown. */
export function problemText(error: unknown): string {
  if (!(error instanceof ProblemError)) return t.problem.somethingWrong
  const { code, params, message } = error
  return reasonText(code, params) ?? t.problem.sentences[code] ?? (message || t.problem.somethingWrong)
}

const signInCodes: unknown[] = [
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
  if (code === 'too-many-requests') return t.problem.tooManySignIns
  if (code === 'email-not-verified') return t.problem.signInUnverified
  return signInCodes.includes(code) ? problemText(error) : t.problem.signInFailed
}

/** Why a sign-up failed, in the server's words. */
export function signUpText(error: unknown): string {
  return error instanceof ProblemError ? problemText(error) : t.problem.signUpFailed
}

/** Why a verification link did not work. */
export function verificationText(error: unknown): string {
  const code = problemCode(error)
  return t.problem.verificationFailed(
    code ? (t.problem.verification[code] ?? problemText(error)) : t.problem.tryOrContact,
  )
}

/** Why the link of an invitation email could not stop the next ones. */
export function blockText(error: unknown): string {
  const code = problemCode(error)
  return code === 'invalid-action-code' || code === 'invalid-input' ? t.problem.blockLink : problemText(error)
}

/** Why no reset mail was sent. */
export function resetEmailText(error: unknown): string {
  const known = error instanceof CallableError && t.problem.resetEmail[error.status]
  return known || (error as Error).message || t.problem.resetEmailFailed
}

/** Why the password was not changed. */
export function resetPasswordText(error: unknown): string {
  const known = error instanceof CallableError && t.problem.reset[error.status]
  return known || t.problem.resetFailed
}

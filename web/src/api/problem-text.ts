import { reasonText, t } from '#texts/texts.ts'
import { CallableError } from './callable.ts'
import { ProblemError, problemCode } from './client.ts'
import { hasProxySignInEnded } from './proxy-sign-in.ts'

export function problemText(error: unknown): string {
  if (hasProxySignInEnded()) return t.ui.proxySignInEnded
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
  'disk-full',
]

export function signInText(error: unknown): string {
  if (hasProxySignInEnded()) return t.ui.proxySignInEnded
  const code = problemCode(error)
  if (code === 'too-many-requests') return t.problem.tooManySignIns
  if (code === 'email-not-verified') return t.problem.signInUnverified
  return signInCodes.includes(code) ? problemText(error) : t.problem.signInFailed
}

export function signUpText(error: unknown): string {
  return error instanceof ProblemError ? problemText(error) : t.problem.signUpFailed
}

export function verificationText(error: unknown): string {
  const code = problemCode(error)
  return t.problem.verificationFailed(
    code ? (t.problem.verification[code] ?? problemText(error)) : t.problem.tryOrContact,
  )
}

/** Returns the reason why the link in an invitation email could not block further invitation emails. */
export function blockText(error: unknown): string {
  const code = problemCode(error)
  return code === 'invalid-action-code' || code === 'invalid-input' ? t.problem.blockLink : problemText(error)
}

export function resetEmailText(error: unknown): string {
  const sentence = error instanceof CallableError && t.problem.resetEmail[error.status]
  return sentence || (error as Error).message || t.problem.resetEmailFailed
}

export function resetPasswordText(error: unknown): string {
  const sentence = error instanceof CallableError && t.problem.reset[error.status]
  return sentence || t.problem.resetFailed
}

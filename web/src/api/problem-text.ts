import appTexts from 'texts:app'
import refusalTexts from 'texts:refusal'
import { refusalText } from '#texts/refusal-text.ts'
import { CallableError } from './callable.ts'
import { ProblemError, problemCode } from './client.ts'
import { hasProxySignInEnded } from './proxy-sign-in.ts'

export function problemText(error: unknown): string {
  if (hasProxySignInEnded()) return appTexts.proxySignInEnded
  if (!(error instanceof ProblemError)) return refusalTexts.somethingWrong
  const { code, params, message } = error
  return refusalText(code, params) ?? (message || refusalTexts.somethingWrong)
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
  if (hasProxySignInEnded()) return appTexts.proxySignInEnded
  const code = problemCode(error)
  if (code === 'too-many-requests') return refusalTexts['too-many-requests.sign-ins']
  if (code === 'email-not-verified') return refusalTexts['email-not-verified.sign-in']
  return signInCodes.includes(code) ? problemText(error) : refusalTexts.signInFailed
}

export function signUpText(error: unknown): string {
  return error instanceof ProblemError ? problemText(error) : refusalTexts.signUpFailed
}

export function verificationText(error: unknown): string {
  const code = problemCode(error)
  return refusalTexts.verificationFailed({
    why: code ? (refusalText(`${code}.verification`) ?? problemText(error)) : refusalTexts.tryOrContact,
  })
}

/** Returns the reason why the link in an email could not stop further emails. */
export function blockText(error: unknown): string {
  const code = problemCode(error)
  return code === 'invalid-action-code' || code === 'invalid-input'
    ? refusalTexts['invalid-action-code.do-not-invite']
    : problemText(error)
}

const resetEmailTexts: Partial<Record<string, string>> = {
  NOT_FOUND: refusalTexts['resetEmail.NOT_FOUND'],
  INVALID_ARGUMENT: refusalTexts['invalid-email.password-reset'],
  RESOURCE_EXHAUSTED: refusalTexts['too-many-requests.password-resets'],
  UNAVAILABLE: refusalTexts.unavailable,
  INTERNAL: refusalTexts['resetEmail.INTERNAL'],
}

export function resetEmailText(error: unknown): string {
  const sentence = error instanceof CallableError && resetEmailTexts[error.status]
  return sentence || (error as Error).message || refusalTexts.resetEmailFailed
}

export function resetPasswordText(error: unknown): string {
  const sentence = error instanceof CallableError && refusalText(`invalid-action-code.${error.status}`)
  return sentence || refusalTexts.resetFailed
}

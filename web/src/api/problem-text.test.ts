import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import { describe, expect, test } from 'vitest'
import { CallableError } from './callable.ts'
import { ProblemError } from './client.ts'
import {
  problemText,
  resetEmailText,
  resetPasswordText,
  signInText,
  verificationText,
} from './problem-text.ts'

const problem = (code: ProblemError['code'], message = '') => new ProblemError({ code, status: 400, message })

test('every problem code has a text, even if the server sends none', () => {
  for (const code of Object.keys(problemStatus) as ProblemCode[]) {
    expect(problemText(problem(code, 'In the words of the server.'))).toMatch(/\w$|\.$/)
    expect(problemText(problem(code))).not.toBe('')
  }
  expect(problemText(problem('of-a-later-version' as ProblemCode, 'Not today.'))).toBe('Not today.')
  expect(problemText(new TypeError('x is not a function'))).toBe('Something went wrong. Please try again.')
})

describe('the texts of a sign-in', () => {
  test.each([
    ['user-not-found', 'No account found with this email address.'],
    ['wrong-password', 'Incorrect password. Please try again.'],
    ['invalid-email', 'Invalid email address format.'],
    ['user-disabled', 'This account has been disabled. Please contact support.'],
    ['too-many-requests', 'Too many failed login attempts. Please try again later.'],
    [
      'disk-full',
      'The server’s disk is full, so it can’t save changes right now. Please tell whoever runs this site.',
    ],
    ['invalid-credential', 'Invalid email or password. Please check your credentials.'],
    ['unreachable', 'Failed to log in. Please check your email and password.'],
    ['internal', 'Failed to log in. Please check your email and password.'],
    [
      'email-not-verified',
      'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.',
    ],
  ] as const)('the login form shows for %s: %s', (code, sentence) => {
    expect(signInText(problem(code, 'other words'))).toBe(sentence)
  })
})

describe('the texts of a verification', () => {
  test.each([
    ['expired-action-code', 'The verification link has expired. Please request a new verification email.'],
    ['invalid-action-code', 'The verification link is invalid or has already been used.'],
    ['user-disabled', 'This user account has been disabled.'],
    ['user-not-found', 'No user account found for this verification link.'],
    ['too-many-requests', 'Too many attempts. Please try again later.'],
  ] as const)('the verification page shows for %s: %s', (code, sentence) => {
    expect(verificationText(problem(code))).toBe(`Verification failed. ${sentence}`)
  })

  test('the verification page shows a general sentence for an unknown error', () => {
    expect(verificationText(new Error('?'))).toBe('Verification failed. Please try again or contact support.')
  })
})

test('the forgot-password form shows its own sentence, or else the message of the server, or else a general sentence', () => {
  const textFor = (status: CallableError['status'], message = '') =>
    resetEmailText(new CallableError(status, message))
  expect(textFor('RESOURCE_EXHAUSTED', 'x')).toBe('Too many password reset requests. Please try again later.')
  expect(textFor('NOT_FOUND', 'x')).toBe('Password reset service unavailable. Please try again later.')
  expect(textFor('INVALID_ARGUMENT', 'x')).toBe('Please enter a valid email address.')
  expect(textFor('INTERNAL', 'x')).toBe('Failed to send reset email. Please try again.')
  expect(textFor('UNAVAILABLE', 'x')).toBe('The server is not ready. Please try again in a moment.')
  expect(textFor('PERMISSION_DENIED', 'Not from here.')).toBe('Not from here.')
  expect(textFor('PERMISSION_DENIED')).toBe('An unexpected error occurred. Please try again.')
})

test('the reset form has sentences for some errors, and shows a general sentence for the others', () => {
  const textFor = (status: CallableError['status']) => resetPasswordText(new CallableError(status, 'x'))
  expect(textFor('NOT_FOUND')).toBe('Invalid or expired reset link')
  expect(textFor('DEADLINE_EXCEEDED')).toBe('Reset link has expired. Please request a new one.')
  expect(textFor('ALREADY_EXISTS')).toBe('This reset link has already been used')
  expect(textFor('UNAVAILABLE')).toBe('Failed to reset password. Please try again.')
})

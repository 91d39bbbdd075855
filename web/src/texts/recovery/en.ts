/** The texts of the page that verifies an address, and of the two pages for a forgotten password. */
export const en = {
  forgotPassword: 'Forgot Password',
  forgotSubtitle: 'We will email you a link to choose a new one',
  enterEmail: 'Please enter your email address.',
  enterValidEmail: 'Please enter a valid email address.',
  sendReset: 'Send Reset Email',
  sending: 'Sending...',
  resetSent: 'Reset email sent! Check your inbox for the password reset link.',
  backToLogin: 'Back to login',
  backToLoginButton: 'Back to Login',
  resetPassword: 'Reset Password',
  resetSubtitle: 'Choose a new password',
  requestNewLink: 'Request a new link',
  invalidResetLink: 'Invalid reset link. Please request a new password reset.',
  onlyByProvider: (name: string) => `Here you sign in with ${name}, without a password.`,
  resetting: 'Resetting...',
  passwordReset: 'Password Reset!',
  passwordChanged: 'Password changed successfully!',
  verification: 'Email Verification',
  verifying: 'Verifying your email...',
  verified: 'Email verified successfully!',
  goToLoginVerified: 'Go to Login Now',
  signUpAgain: 'Need to sign up again?',
  severalSignUps: 'Several sign-ups are waiting for this address. Enter the password that you chose.',
  verifyEmail: 'Verify Email',
  noCode:
    'No verification code found in the link. Please check that you clicked the correct link from your email.',
  otherMode:
    'This link is not for email verification. Please use the correct verification link from your email.',
}

export type RecoveryTexts = typeof en

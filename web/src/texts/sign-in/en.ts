/** The texts of signing in without a password. */
export const en = {
  withPasskey: 'Use a passkey',
  noPasskey: 'No passkey was used. Please try again, or sign in with your password.',
  withProvider: (name: string) => `Sign in with ${name}`,
  notVerified: (name: string, email: string) => `${name} does not say that ${email} is yours.`,
  providerProblems: {
    'not-verified': (name: string) => `${name} does not say that your email address is yours.`,
    unavailable: (name: string) => `${name} cannot be reached. Please try again in a moment.`,
    cancelled: (name: string) => `You have cancelled the sign-in with ${name}.`,
    refused: (name: string) => `The sign-in with ${name} did not succeed. Please try again.`,
    'sign-up-off': (name: string) =>
      `There is no account for you here yet, and ${name} cannot create one. Please ask whoever runs this site.`,
    'linked-elsewhere': (name: string) => `This account of ${name} belongs to another account here.`,
  },
}

export type SignInTexts = typeof en

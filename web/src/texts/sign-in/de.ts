import type { SignInTexts } from './en.ts'

export const de: SignInTexts = {
  withPasskey: 'Passkey verwenden',
  noPasskey: 'Es wurde kein Passkey verwendet. Bitte versuche es noch einmal oder nimm dein Passwort.',
  withProvider: name => `Mit ${name} anmelden`,
  notVerified: (name, email) => `${name} bestätigt nicht, dass ${email} dir gehört.`,
  providerProblems: {
    'not-verified': name => `${name} bestätigt nicht, dass deine E-Mail-Adresse dir gehört.`,
    unavailable: name => `${name} ist nicht erreichbar. Bitte versuche es gleich noch einmal.`,
    cancelled: name => `Du hast die Anmeldung mit ${name} abgebrochen.`,
    refused: name => `Die Anmeldung mit ${name} hat nicht geklappt. Bitte versuche es noch einmal.`,
    'sign-up-off': name =>
      `Du hast hier noch kein Konto, und ${name} kann keines anlegen. Bitte frag, wer diese Seite betreibt.`,
    'linked-elsewhere': name => `Dieses Konto bei ${name} gehört hier schon zu einem anderen Konto.`,
  },
}

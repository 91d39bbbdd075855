import type { EnoughTexts } from './en.ts'

export const de: EnoughTexts = {
  needed: 'Wie viele gebraucht werden',
  neededHint: 'Alle hier sehen, ob genug Mitglieder verfügbar sind, soweit sie es gesagt haben.',
  neededOff: 'Ein leeres Feld schaltet das aus.',
  onlyMembers: count =>
    count === 1
      ? 'Das ist mehr, als die Gruppe hat: Sie hat 1 Mitglied.'
      : `Das ist mehr, als die Gruppe hat: Sie hat ${count} Mitglieder.`,
  notPossible: most => `Bitte gib eine ganze Zahl von 1 bis ${most} ein oder nichts.`,
  setNumber: 'Zahl festlegen',
  setting: 'Wird festgelegt …',
  numberSet: 'Die Zahl ist festgelegt.',
  numberRemoved: 'Die Zahl ist entfernt.',
  notChanged: why => `Das Ändern hat nicht geklappt: ${why}`,
  stillAvailable: 'Noch verfügbar?',
  yes: 'Ja',
  notAnyMore: 'Nicht mehr',
  askAgain: 'Erneut fragen nach',
  askAgainHint:
    'Wer so lange verfügbar ist, wird gefragt, ob das noch stimmt. Bis zur Antwort steht dort: nicht bestätigt.',
  off: 'Aus',
  hours: count => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  enoughOfUs: 'Sind wir genug?',
  tooFew: 'Zu wenige',
  tooFewHint: needed =>
    `Du erfährst es, wenn die Zahl der Verfügbaren eine Minute lang unter ${needed} liegt.`,
  enough: 'Genug',
  enoughHint: needed => `Du erfährst es, wenn sie eine Minute lang wieder bei ${needed} oder mehr liegt.`,
  questions: 'Fragen an mich',
  questionsHint: 'Wer eine Frage offen lässt, wird der Gruppe als nicht bestätigt gezeigt.',
  askMeAgain: 'Mich erneut fragen nach',
  askMeAgainHint: 'Solange du hier verfügbar bist, wirst du gefragt, ob das noch stimmt.',
  asGroup: hours => `${hours}, wie alle hier`,
  endsUnanswered: 'Beenden, wenn ich nicht binnen 30 Minuten antworte',
  endsUnansweredHint: 'Du bist dann hier nicht mehr verfügbar.',
  askMeAt: 'Frag mich um',
  askMeAtHint: 'Deine Geräte fragen, ob du hier verfügbar bist, außer du bist es schon.',
  time: 'Uhrzeit',
  until: 'Dann verfügbar bis',
  sameTime: 'Bitte wähle eine andere Uhrzeit als die der Frage.',
  inTimeZone: timeZone => `In der Zeitzone ${timeZone}.`,
  promptSaved: 'Deine Zeiten sind gespeichert.',
}

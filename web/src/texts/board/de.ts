import type { BoardTexts } from './en.ts'

export const de: BoardTexts = {
  about:
    'Eine Tafel zeigt, wie viele Mitglieder verfügbar sind, auf einem Bildschirm im Flur oder in einer eigenen Webseite. Niemand meldet sich dort an, und Zeiten nennt sie nicht.',
  shows: 'Was sie zeigt',
  counts: 'Zahlen',
  countsHint: 'Wie viele Mitglieder verfügbar sind und ob das reicht.',
  names: 'Zahlen und Namen',
  namesHint: 'Auch die Namen der verfügbaren Mitglieder, die „Mich außen zeigen“ eingeschaltet haben.',
  frames: 'Wer sie einbetten darf',
  framesHint:
    'Je Zeile die Adresse einer Website ohne Pfad, etwa https://verein.example. Ist das Feld leer, darf keine Seite die Tafel einbetten.',
  notAnOrigin: line => `„${line}“ ist keine solche Adresse. Sie sieht aus wie https://verein.example.`,
  tooManyOrigins: most => `Höchstens ${most} Adressen sind möglich.`,
  ends: 'Endet',
  never: 'nie',
  lifetimes: { 30: 'nach 30 Tagen', 365: 'nach 1 Jahr' },
  fewMembers: 'In einer Gruppe mit weniger als 3 Mitgliedern verrät schon die Zahl, wer verfügbar ist.',
  make: 'Tafel anlegen',
  making: 'Wird angelegt …',
  notMade: why => `Die Tafel konnte nicht angelegt werden: ${why}`,
  address: 'Adresse der Tafel',
  shownOnce:
    'Bewahre sie jetzt auf. Sie kann nicht noch einmal angezeigt werden. Wer sie hat, sieht die Tafel.',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Bitte markiere die Adresse und kopiere sie.',
  open: 'Tafel öffnen',
  boards: 'Tafeln dieser Gruppe',
  none: 'Zurzeit gibt es keine Tafel.',
  notLoaded: 'Die Tafeln konnten nicht geladen werden',
  endsOn: day => `endet am ${day}`,
  endless: 'endet nicht',
  lastShown: day => `zuletzt gezeigt ${day}`,
  notShown: 'noch nicht gezeigt',
  framedBy: 'Einbetten darf {origins}',
  revoke: 'Widerrufen',
  revokeBoard: 'Tafel widerrufen',
  revokeQuestion:
    'Jeder Bildschirm, der diese Tafel zeigt, hört in wenigen Sekunden damit auf. Das lässt sich nicht rückgängig machen.',
  notRevoked: why => `Das Widerrufen hat nicht geklappt: ${why}`,
  showMe: 'Mich außen zeigen',
  showMeHint:
    'Solange das an ist, dürfen Tafeln und Hooks dieser Gruppe deinen Namen zeigen, wenn du verfügbar bist.',
  notChanged: why => `Das Ändern hat nicht geklappt: ${why}`,
}

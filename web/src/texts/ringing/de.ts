import type { RingingTexts } from './en.ts'

export const de: RingingTexts = {
  title: 'Klingeln',
  what: appName =>
    `Deine Geräte können klingeln, wenn jemand in deinen Gruppen verfügbar wird, wenn dort etwas anderes passiert und wenn du eingeladen wirst, auch wenn ${appName} geschlossen ist.`,
  noPager: 'Das ist kein Funkmelder: Ein Klingeln kann spät kommen oder ausbleiben.',
  ringHere: 'Auf diesem Gerät klingeln',
  ringsNow: 'Dieses Gerät klingelt jetzt.',
  off: 'Wer diesen Server betreibt, hat das Klingeln abgeschaltet.',
  unsupported:
    'Dieser Browser kann nicht klingeln. Ihm fehlt Web Push, oder diese Seite wurde nicht mit https geöffnet.',
  homeScreen: 'Auf iPhone und iPad kann nur eine App auf dem Home-Bildschirm klingeln:',
  addToHomeScreen: 'Tippe auf „Teilen“ und dann auf „Zum Home-Bildschirm“.',
  openFromHomeScreen: appName => `Öffne ${appName} vom Home-Bildschirm und komm hierher zurück.`,
  denied: 'In diesem Browser sind Mitteilungen blockiert.',
  allowOnIos: 'Um sie zu erlauben, öffne Einstellungen, Mitteilungen, wähle diese App und erlaube sie.',
  allowOnAndroid:
    'Um sie zu erlauben, halte das App-Symbol gedrückt, tippe auf „App-Info“, Benachrichtigungen und erlaube sie.',
  allowInSafari:
    'Um sie zu erlauben, öffne in Safari Einstellungen, Websites, Mitteilungen und erlaube sie für diese Website.',
  allowInBrowser:
    'Um sie zu erlauben, tippe oben auf das Symbol neben der Adresse und erlaube Benachrichtigungen für diese Website.',
  notAdded: why => `Dieses Gerät klingelt noch nicht: ${why}`,
  notSubscribed:
    'Der Push-Dienst dieses Browsers hat abgelehnt oder nicht geantwortet. Bitte versuche es später.',
  devices: 'Deine Geräte',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  someBrowser: 'Ein Browser',
  thisBrowser: 'Dieser Browser',
  waiting: 'Wartet auf das erste Klingeln',
  added: 'Hinzugefügt {when}',
  lastRung: ' · zuletzt geklingelt {when}',
  sendTest: 'Test senden',
  testSent: 'Ein Test ist unterwegs.',
  notTested: why => `Es wurde kein Test gesendet: ${why}`,
  remove: 'Entfernen',
  notRemoved: why => `Das Gerät wurde nicht entfernt: ${why}`,
  offer: 'Möchtest du das auf deinem Handy?',
  install: 'App installieren',
  noThanks: 'Nein, danke',
}

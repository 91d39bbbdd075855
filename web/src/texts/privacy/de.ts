import type { PrivacyTexts } from './en.ts'

const theyDecide = 'Das entscheiden sie.'
const operatorDecides = 'Das entscheidet, wer diese Seite betreibt.'
const operator = 'Wer diese Seite betreibt.'
const nobody = 'Niemand, der die App benutzt.'

export const de: PrivacyTexts = {
  title: 'Datenschutz',
  promise: appName =>
    `${appName} weiß, was jetzt gilt, und vergisst, was war. Dies ist die Liste von allem, was gespeichert wird.`,
  absentTitle: 'Was es nicht gibt',
  absent: [
    'Keinen Verlauf: Nirgends steht, wann du aufgehört hast, verfügbar zu sein. Nur der jetzige Wert sagt, seit wann er gilt.',
    'Kein „zuletzt gesehen“, keine Anzeige, wer online ist, keine Lesebestätigungen. Kein Mitglied sieht, ob oder wann du die App geöffnet hast.',
    'Keinen Standort, und es wird nicht erraten, ob du am Gerät bist. Nur du machst dich verfügbar.',
    'Keine Statistiken und keine Berichte über Menschen, auch nicht für den Admin einer Gruppe.',
    'Keine Verbindung zwischen Gruppen: Keine Gruppe erfährt, in welchen anderen Gruppen du bist.',
  ],
  keptTitle: 'Was gespeichert wird',
  seenBy: 'Wer es sieht',
  howLong: 'Wie lange',
  kept: {
    availability: {
      title: 'Deine Verfügbarkeit',
      what: 'Für jede Gruppe: ob du verfügbar bist, und seit wann.',
      seenBy: 'Die Mitglieder dieser Gruppe. Sie sehen etwa einen Tag lang die Uhrzeit, danach nur den Tag.',
      howLong: 'Bis deine nächste Änderung sie ersetzt oder du die Gruppe verlässt.',
    },
    statusNotices: {
      title: 'Dass du verfügbar wurdest',
      what: 'Eine Zeile für jede Gruppe und jedes Mal, mit deinem Namen. Für das Ende gibt es keine solche Zeile.',
      seenBy: 'Wer damals Mitglied war und es noch ist.',
      howLong: '{days} Tage, gelesen oder nicht. Innerhalb einer weiteren Stunde wird sie gelöscht.',
    },
    endsAndNotes: {
      title: 'Bis wann und wofür',
      what: 'Bis wann und wofür du verfügbar bist, falls du es sagst, dein übliches Ende in einer Gruppe, und welche Benachrichtigung dich fragt, ob du noch verfügbar bist, oder dir sagt, dass deine Zeit um ist.',
      seenBy: 'Die Mitglieder dieser Gruppe, solange du verfügbar bist. Dein übliches Ende: nur du.',
      howLong:
        'Bis du nicht mehr verfügbar bist. Dein übliches Ende: bis du es entfernst oder die Gruppe verlässt.',
    },
    changesInMinute: {
      title: 'Änderungen in einer Minute',
      what: 'Wie oft du deine Verfügbarkeit in der Minute deiner letzten Änderung geändert hast, und wann diese Minute begann. So kann niemand eine Gruppe überfluten.',
      seenBy: nobody,
      howLong: 'Bis zu deiner nächsten Änderung, oder bis du die Gruppe verlässt.',
    },
    memberships: {
      title: 'Deine Gruppen',
      what: 'Wann du einer Gruppe beigetreten bist, und ob sie dir gerade angeboten wird.',
      seenBy: 'Den Beitritt: du. Ein Angebot: du und der Admin.',
      howLong: 'Bis du die Gruppe verlässt.',
    },
    account: {
      title: 'Dein Konto',
      what: 'Dein Name und deine E-Mail-Adresse, wann du das Konto angelegt hast, ob es bestätigt oder gesperrt ist, und ob du schon einmal angemeldet warst.',
      seenBy: 'Deinen Namen: die Mitglieder deiner Gruppen, und wen du einlädst. Das andere: nur du.',
      howLong: 'Bis du dein Konto löschst.',
    },
    password: {
      title: 'Dein Passwort',
      what: 'Nur ein Hash, aus dem sich das Passwort nicht zurückgewinnen lässt.',
      seenBy: nobody,
      howLong: 'Bis du es änderst oder dein Konto löschst.',
    },
    signUps: {
      title: 'Registrierungen',
      what: 'Der Name, die Adresse und ein Hash des Passworts, damit der Link in der E-Mail daraus ein Konto machen kann.',
      seenBy: nobody,
      howLong: '{days} Tage.',
    },
    sessions: {
      title: 'Wo du angemeldet bist',
      what: 'Für jeden Browser sein Name und System, wann du dich angemeldet hast, wann er am letzten Tag seiner Benutzung zuerst benutzt wurde und wann du zuletzt bestätigt hast, dass du es bist.',
      seenBy: 'Nur du, auf den Tag genau.',
      howLong: 'Bis du dich abmeldest, oder {days} Tage nach der letzten Benutzung.',
    },
    passkeys: {
      title: 'Deine Passkeys',
      what: 'Der öffentliche Teil jedes Passkeys, sein Name, wann du ihn hinzugefügt hast und an welchem Tag du ihn zuletzt benutzt hast. Der geheime Teil kommt nie auf diese Seite.',
      seenBy: 'Nur du.',
      howLong: 'Bis du den Passkey entfernst oder dein Konto löschst.',
    },
    identities: {
      title: 'Anmeldung über einen Dienst',
      what: 'Wenn du dich über den Anmeldedienst dieser Seite anmeldest: unter welchem Kennzeichen er dich kennt und seit wann er verknüpft ist.',
      seenBy: 'Nur du.',
      howLong: 'Bis du die Verknüpfung löst oder dein Konto löschst.',
    },
    links: {
      title: 'Links, die du per E-Mail bekommen hast',
      what: 'Ein Hash jedes Links, wann er entstand, und wann er benutzt wurde.',
      seenBy: nobody,
      howLong: '{days} Tage, nachdem der Link geendet hat.',
    },
    groups: {
      title: 'Gruppen',
      what: 'Der Name, die Beschreibung, der Admin, und wann die Gruppe angelegt wurde.',
      seenBy: 'Die Mitglieder. Eingeladene sehen den Namen.',
      howLong: 'Bis der Admin die Gruppe löscht.',
    },
    invitations: {
      title: 'Einladungen',
      what: 'Die eingeladene Adresse, wer sie eingeladen hat, die Nachricht, und was daraus wurde.',
      seenBy: 'Der Admin der Gruppe und wer eingeladen ist.',
      howLong: 'Bis die Gruppe gelöscht wird.',
    },
    inviteLinks: {
      title: 'Links zu Gruppen',
      what: 'Wann ein Link angelegt wurde, wie lange und wie oft er verwendet werden kann, und ein Fingerabdruck seines Geheimnisses. Außerdem, wer über einen Link um Aufnahme gebeten hat.',
      seenBy: 'Der Admin der Gruppe. Er sieht auch, wer anfragt.',
      howLong: 'Höchstens {days} Tage nach dem Ende des Links. Eine Anfrage: 7 Tage oder bis zur Antwort.',
    },
    removedMembers: {
      title: 'Aus einer Gruppe entfernt',
      what: 'Dass dich der Admin aus einer Gruppe entfernt hat und wann. So lässt dich ein alter Link nicht wieder hinein.',
      seenBy: 'Kein Nutzer.',
      howLong: '{days} Tage, oder bis du wieder beitrittst oder die Gruppe oder dein Konto gelöscht wird.',
    },
    blockedInviters: {
      title: 'Wessen Einladungen du nicht möchtest',
      what: 'Wen du blockiert hast, oder dass du keine Einladungen möchtest.',
      seenBy: 'Nur du. Die Einladenden erfahren es nicht.',
      howLong: 'Bis du sie wieder zulässt oder bis eines der Konten gelöscht wird.',
    },
    emailBlocks: {
      title: 'Adressen, die keine Einladungen möchten',
      what: 'Nur ein Hash der Adresse, und seit wann.',
      seenBy: 'Wem die Adresse gehört.',
      howLong: 'Bis die Einladungen wieder erlaubt werden.',
    },
    notifications: {
      title: 'Andere Benachrichtigungen',
      what: 'Dass jemand einer Gruppe beigetreten ist, sie verlassen, abgelehnt oder übernommen hat, dass verfügbar wurde, auf wen du gewartet hast, was du selbst getan hast, und Nachrichten des Betreibers. Ein Beitritt macht das Mitglied verfügbar.',
      seenBy: 'Nur wer die Benachrichtigung bekommen hat.',
      howLong:
        '{days} Tage, und solange sie ungelesen ist. Dass jemand verfügbar wurde: 7 Tage, gelesen oder nicht.',
    },
    reading: {
      title: 'Was du gelesen hast',
      what: 'Welche Zeilen über andere du gelesen hast, als Nummern ohne Zeiten.',
      seenBy: 'Nur du.',
      howLong: 'Bis du die Gruppe verlässt.',
    },
    ringing: {
      title: 'Was für dich klingelt',
      what: 'Was du in jeder Gruppe klingeln lässt, und wem du dort folgst.',
      seenBy: 'Nur du. Wem du folgst, sieht es nicht.',
      howLong: 'Bis du die Gruppe verlässt, ein Folgen auch nur, bis das andere Mitglied sie verlässt.',
    },
    ringingSettings: {
      title: 'Ruhezeiten und Stummschalten',
      what: 'Deine Ruhezeiten mit ihrer Zeitzone, bis wann das Klingeln stumm ist, ob Push-Nachrichten Namen verbergen, und ob du an ein Ende erinnert wirst.',
      seenBy: 'Nur du.',
      howLong: 'Bis du es änderst. Das Ende eines Stummschaltens wird {days} Tag danach gelöscht.',
    },
    watches: {
      title: 'Was du einmal erfahren willst',
      what: 'Auf wen oder auf wie viele Mitglieder einer Gruppe du wartest, und bis wann. Auch, ob in einer Gruppe jemand wartet.',
      seenBy: 'Nur du. Auf wen du wartest, sieht es nicht.',
      howLong:
        'Bis du es erfährst oder die Zeit um ist, höchstens {days} Tag, oder bis einer von euch die Gruppe verlässt.',
    },
    questions: {
      title: 'Ob du noch verfügbar bist',
      what: 'Nach welcher Zeit du gefragt wirst, wie es der Admin einer Gruppe oder du gewählt hast. Wann du gefragt wurdest und wann du es zuletzt bestätigt hast. An welchen Tagen und um wie viel Uhr du gefragt werden willst, ob du verfügbar bist. Bis wann du dann verfügbar bist, und deine Zeitzone. Ob du ohne Antwort nicht mehr verfügbar bist.',
      seenBy:
        'Die Wahl des Admins: die Mitglieder der Gruppe. Solange du nicht geantwortet hast, sehen sie auch, seit wann du es nicht bestätigt hast: etwa einen Tag lang die Uhrzeit, danach nur den Tag. Das Übrige: nur du.',
      howLong:
        'Eine Frage und eine Bestätigung, bis du nicht mehr verfügbar bist. Was du gewählt hast, bis du es änderst oder die Gruppe verlässt, und was der Admin gewählt hat, bis es geändert oder die Gruppe gelöscht wird.',
    },
    coverage: {
      title: 'Wie viele gebraucht werden',
      what: 'Die Zahl, die der Admin einer Gruppe gesetzt hat, wie viele von euch dafür zählen, wann zuletzt gemeldet wurde, dass es zu wenige oder genug sind, und was davon du erfahren willst. Eine Meldung hat eine Zahl und eine Zeit, aber keinen Namen. In einer kleinen Gruppe kann sie trotzdem zeigen, wann ungefähr jemand nicht mehr verfügbar war.',
      seenBy:
        'Die Zahl: die Mitglieder. Eine Meldung: nur, wer sie bekommen hat. Was du erfahren willst: nur du.',
      howLong:
        'Die Zahl: bis der Admin sie entfernt. Meldungen: {days} Tage, gelesen oder nicht. Wann zuletzt gemeldet wurde: bis die Gruppe gelöscht wird. Deine Wahl: bis du die Gruppe verlässt.',
    },
    devices: {
      title: 'Geräte, die klingeln',
      what: 'Die Adresse des Browsers bei seinem Push-Dienst mit ihren Schlüsseln, Name, Sprache und Zeitzone des Geräts, wann es hinzugefügt und zuletzt benutzt wurde, und 7 Tage lang, wann es zuletzt geklingelt hat.',
      seenBy: 'Du siehst den Namen, die Sprache, und wann es hinzugefügt wurde und geklingelt hat.',
      howLong:
        'Bis du das Gerät entfernst oder dich auf ihm abmeldest, oder {days} Tage nach der letzten Benutzung.',
    },
    pushes: {
      title: 'Wartende Push-Nachrichten',
      what: 'Was ein Gerät melden soll, und einige Minuten lang, wer gerade geklingelt hat, damit es nicht immer wieder klingelt.',
      seenBy: 'Niemand, bis das Gerät es zeigt.',
      howLong: 'Bis sie gesendet ist, höchstens {days} Tag.',
    },
    keys: {
      title: 'Schlüssel',
      what: 'Der Name jedes Schlüssels, was er darf und wo, wann er gemacht wurde und wann er endet, die letzten vier Zeichen, der Tag der letzten Benutzung und ein Hash.',
      seenBy: 'Nur du.',
      howLong: 'Bis du den Schlüssel widerrufst, er endet oder du dein Passwort zurücksetzt.',
    },
    hooks: {
      title: 'Hooks',
      what: 'Wohin deine Benachrichtigungen oder dein Licht gehen, wenn du das gewählt hast, oder die Zahlen einer Gruppe: die Adresse, verschlüsselt, was mitgeteilt wird, und höchstens zehn Antworten des letzten Tages als Zahlen. Was noch zu senden ist.',
      seenBy: 'Du. Die Hooks einer Gruppe: ihr Admin.',
      howLong: 'Bis der Hook entfernt wird. Was wartet, wird nach einer Stunde verworfen.',
    },
    boards: {
      title: 'Tafeln',
      what: 'Zu jeder Tafel einer Gruppe: was sie zeigt, welche Seiten sie einbetten dürfen, ihr Ende, der Tag, an dem sie zuletzt gezeigt wurde, und ein Hash ihres Geheimnisses. Ob Tafeln und Hooks einer Gruppe deinen Namen zeigen dürfen.',
      seenBy:
        'Alle Mitglieder sehen, dass es die Tafel gibt. Wer die Tafel sieht, sieht die Zahlen, und deinen Namen nur, wenn du es gewählt hast.',
      howLong: 'Bis die Tafel widerrufen wird oder endet oder die Gruppe gelöscht wird.',
    },
    emails: {
      title: 'E-Mails an dich',
      what: 'Die Adresse, der Betreff und die Zeiten. Der Text wird gelöscht, sobald die E-Mail verschickt ist.',
      seenBy: 'Nur wem die Adresse gehört.',
      howLong: '{days} Tage, nachdem die E-Mail verschickt oder aufgegeben wurde.',
    },
    attempts: {
      title: 'Gezählte Versuche',
      what: 'Wie oft ein Konto, eine Adresse oder ein Netz etwas versucht hat, zum Beispiel ein falsches Passwort.',
      seenBy: nobody,
      howLong: 'Höchstens einen Tag.',
    },
    counters: {
      title: 'Zähler',
      what: 'Wie viele Änderungen eine Gruppe hatte, und wie viele Meldungen dir geschickt wurden. Sie haben keine Zeiten.',
      seenBy: 'Die Mitglieder sehen die Zahl der Änderungen ihrer Gruppe.',
      howLong: 'So lange wie die Gruppe oder das Konto.',
    },
    site: {
      title: 'Die Installation selbst',
      what: 'Ein Fingerabdruck ihres Geheimnisses, ihr Schlüssel für Push-Nachrichten, und welche Versionen die Datenbank benutzen dürfen. Nichts über Menschen.',
      seenBy: nobody,
      howLong: 'So lange, wie es die Installation gibt.',
    },
    log: {
      title: 'Das Protokoll',
      what: 'Anmeldungen, falsche Passwörter, Zurücksetzungen, abgelehnte Anfragen und Änderungen an Konten, Gruppen und Einladungen, mit der Nummer des Kontos. E-Mails, die nicht gesendet werden konnten, mit der Domain der Adresse. Änderungen der Verfügbarkeit und Abmeldungen stehen nicht darin. Eine Zurücksetzung, das Ende eines Kontos und das Verlassen einer Gruppe stehen darin, und auch sie beenden die Verfügbarkeit.',
      seenBy: operator,
      howLong: operatorDecides,
    },
    metrics: {
      title: 'Messwerte',
      what: 'Wie viele Anfragen jeder Art es gab, und wie lange sie dauerten. Ohne Namen.',
      seenBy: operator,
      howLong: operatorDecides,
    },
    backups: {
      title: 'Sicherungen',
      what: 'Eine Kopie der Datenbank in einem Augenblick.',
      seenBy: 'Wer diese Seite betreibt, kann die Datenbank und ihre Sicherungen lesen.',
      howLong: operatorDecides,
    },
    browser: {
      title: 'Dein Browser',
      what: 'Deine Sitzung, Sprache und Darstellung, was du getippt und noch nicht abgeschickt hast, die zuletzt gewählten Enden und Notizen, und deine letzten Ansichten, damit die App ohne Netz startet.',
      seenBy: 'Wer diesen Browser benutzt.',
      howLong: 'Die Ansichten, Enden und Notizen: bis du dich abmeldest. Das andere: bis du es löschst.',
    },
    mailServers: {
      title: 'Mailserver',
      what: 'Die E-Mails an dich, auf dem Weg durch den Mailserver dieser Seite und den deines Postfachs.',
      seenBy: 'Wer diese Server betreibt.',
      howLong: theyDecide,
    },
    pushServices: {
      title: 'Push-Dienste',
      what: 'Wenn du ein Gerät klingeln lässt, sieht der Dienst seines Browsers, dass diese Seite ihm etwas schickt, wann und wie oft. Er sieht nicht, was.',
      seenBy: 'Wer diesen Dienst betreibt, zum Beispiel Google, Apple, Microsoft oder Mozilla.',
      howLong: theyDecide,
    },
  },
  notAPagerTitle: 'Kein Alarmgerät',
  notAPager: appName =>
    `${appName} zeigt, was Menschen über sich selbst gesagt haben. Es alarmiert niemanden, und eine Nachricht kann spät oder gar nicht ankommen. Wenn es darauf ankommt, ruf an.`,
}

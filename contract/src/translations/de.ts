import type { HookSentence } from '../hook.ts'
import type { NotificationKind, Sentence } from '../notification.ts'
import type { PushSentence } from '../push.ts'

export const notificationSentences: Record<NotificationKind, Sentence> = {
  'admin.short': missing =>
    missing === 1
      ? '{group}: Es fehlt noch 1 ({count} von {needed})'
      : '{group}: Es fehlen noch {missing} ({count} von {needed})',
  'admin.enough': '{group}: wieder genug ({count} von {needed})',
  'admin.ending': 'Tage, bis einer deiner Schlüssel endet: {count}',
  'admin.failed': 'Einer deiner Hooks wurde abgeschaltet, weil sein Empfänger ausgefallen ist',
  'group.failed': 'Ein Hook deiner Gruppe wurde abgeschaltet, weil sein Empfänger ausgefallen ist: {group}',
  'group.received': 'Die Tafeln der Gruppe, die du übernommen hast, bleiben: {group}',
  'group.created': 'Du hast eine neue Gruppe angelegt: {group}',
  'group.deleted.actor': 'Du hast die Gruppe gelöscht: {group}',
  'group.deleted.member': 'Die Gruppe „{group}“ wurde vom Admin gelöscht',
  'group.offered': '{user} möchte dir die Gruppe übergeben: {group}',
  'group.declined': '{user} möchte deine Gruppe nicht übernehmen: {group}',
  'group.accepted.actor': 'Du hast die Gruppe übernommen: {group}',
  'group.accepted.creator': '{user} hat deine Gruppe übernommen: {group}',
  'group.accepted.member': '{user} ist jetzt Admin von {group}',
  'invite.sent': 'Gesendete Einladungen in {group}: {count}',
  'invite.asked': '{user} möchte der Gruppe beitreten: {group}',
  'invite.admitted': 'Du wurdest aufgenommen: {group}',
  'invite.refused': 'Deine Anfrage wurde abgelehnt: {group}',
  'invite.declined': '{user} hat deine Einladung in {group} abgelehnt',
  'membership.joined.creator': '{user} ist deiner Gruppe beigetreten: {group}',
  'membership.joined.member': '{user} ist beigetreten: {group}',
  'membership.left.actor': 'Du hast die Gruppe verlassen: {group}',
  'membership.left.creator': '{user} hat deine Gruppe verlassen: {group}',
  'membership.removed': 'Du wurdest aus der Gruppe entfernt: {group}',
  'membership.status': '{user} ist jetzt verfügbar in {group}',
  'membership.asked': 'Noch verfügbar in {group}?',
  'membership.awaited': 'Du wolltest es wissen: {user} ist jetzt verfügbar in {group}',
  'membership.ended': 'Deine Verfügbarkeit in {group} ist zu Ende',
  'group.reached': 'Jetzt verfügbar in {group}, außer dir: {count}',
}

export const pushSentences: Record<PushSentence, string> = {
  available: '{user} ist jetzt verfügbar',
  availableUnnamed: 'Jemand ist verfügbar',
  unnamed: 'In deinen Gruppen ist etwas passiert.',
  mute: '1 Std. stumm',
  invited: '{user} lädt dich ein',
  confirmation: 'Dieses Gerät klingelt jetzt.',
  test: 'Das ist ein Test.',
  askedUnnamed: 'Bist du noch verfügbar?',
  stillAvailable: 'Ja',
  notAnyMore: 'Nicht mehr',
  prompt: 'Bist du verfügbar in {group}?',
  promptUnnamed: 'Bist du verfügbar?',
  until: 'Bis {time}',
  groupUntil: '{group} · bis {time}',
  ending: 'Deine Verfügbarkeit endet um {time}',
  endingSoon: 'Deine Verfügbarkeit endet bald',
  oneMoreHour: '+1 Stunde',
  endNow: 'Jetzt beenden',
  notToday: 'Heute nicht',
  unseen: 'Bitte öffne {app} in den nächsten Tagen. Sonst klingelt dieses Gerät nicht mehr.',
}

export const hookSentences: Record<HookSentence, string> = {
  available: 'Du bist jetzt verfügbar in {group}',
  availableUntil: 'Du bist bis {time} verfügbar in {group}',
  unavailable: 'Du bist nicht mehr verfügbar in {group}',
  availableUnnamed: 'Du bist jetzt verfügbar',
  unavailableUnnamed: 'Du bist nicht mehr verfügbar',
  nobody: '{group}: niemand ist verfügbar{unconfirmed}',
  count: '{group}: {count} verfügbar{unconfirmed}',
  short: '{group}: {count} verfügbar{unconfirmed}, zu wenige ({needed} gebraucht)',
  enough: '{group}: {count} verfügbar{unconfirmed}, genug ({needed} gebraucht)',
  unconfirmed: ', {count} nicht bestätigt',
}

import type { WatchTexts } from './en.ts'

export const de: WatchTexts = {
  title: 'Einmal Bescheid sagen',
  hint: 'Das gilt bei jeder Auswahl oben. Es klingelt auch während der Ruhezeiten.',
  when: 'Wenn',
  othersAvailable: count => (count === 1 ? 'Jemand anderes ist verfügbar' : `${count} andere sind verfügbar`),
  members: 'Ein bestimmtes Mitglied',
  memberAvailable: '{name} ist verfügbar',
  until: 'Endet',
  inAnHour: 'In 1 Stunde',
  endOfToday: 'Am Ende des Tages',
  inADay: 'In 24 Stunden',
  tellMe: 'Sag mir Bescheid',
  added: 'Du bekommst einmal Bescheid.',
  remove: 'Entfernen',
  waitingFor: 'Worauf du wartest',
  untilToday: time => `bis ${time}`,
  untilTomorrow: time => `bis morgen, ${time}`,
}

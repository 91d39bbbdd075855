import type { BoardPageTexts } from './en.ts'

export const de: BoardPageTexts = {
  connecting: 'Verbindung wird aufgebaut …',
  gone: 'Diese Tafel wird nicht mehr gezeigt.',
  availableOf: members =>
    members === 1 ? 'verfügbar von 1 Mitglied' : `verfügbar von ${members} Mitgliedern`,
  summary: (available, members) => `${available} von ${members} verfügbar`,
  unconfirmed: count => `, ${count} nicht bestätigt`,
  enough: needed => `Genug · ${needed} nötig`,
  tooFew: needed => `Zu wenige · ${needed} nötig`,
  nobody: needed => `Niemand · ${needed} nötig`,
  names: 'Jetzt verfügbar',
  more: count => `+ ${count} weitere`,
  asOf: time => `Stand ${time}`,
  lost: time => `Verbindung unterbrochen · Stand ${time}`,
  fullScreen: 'Vollbild',
}

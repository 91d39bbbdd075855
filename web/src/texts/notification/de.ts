import type { NotificationTexts } from './en.ts'

export const de: NotificationTexts = {
  isUnread: 'Ungelesen, ',
  none: 'Noch keine Mitteilungen',
  noneYet: 'Wenn in deinen Gruppen etwas geschieht, steht es hier.',
  loadMore: 'Mehr laden',
  allRead: 'Alles gelesen',
  markAll: 'Alle als gelesen markieren',
}

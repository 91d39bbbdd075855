/**
 * The texts of the end and the note of an availability, of 'All groups' and of the app's shortcuts. They are loaded with their
 * dialogs and pages.
 */
export const en = {
  title: 'Until when?',
  endOfToday: 'End of today',
  aTime: 'A time…',
  day: 'Day',
  time: 'Time',
  chooseTime: 'Please choose a time within the next 7 days.',
  setTime: 'Set this time',
  backToChoices: 'Other choices',
  noteHint: 'Shown to the members of this group while you are available.',
  latestNotes: 'Latest notes',
  saveNote: 'Save',
  usualEnd: 'Always end after',
  usualEndHint: 'When you just tap the switch here. Only you can see it.',
  never: 'No usual end',
  usualEndNotSet: (why: string) => `Failed to change the usual end: ${why}`,
  groups: 'Groups',
  ends: 'Ends',
  usualEnds: 'As usual in each group',
  unavailableInAll: 'Unavailable in all',
  chooseGroup: 'Please choose a group.',
  availableInGroups: (count: number) =>
    count === 1 ? 'Available in 1 group' : `Available in ${count} groups`,
  nowUnavailable: 'Unavailable in all groups',
  undone: 'Undone.',
  leftAlone: (groups: string) => `Left alone, because your availability there has changed since: ${groups}`,
  notUndone: (groups: string, why: string) => `Not undone in ${groups}: ${why}`,
  goAvailable: 'Go available',
  goUnavailable: 'Go unavailable',
  goAvailableIn: 'Go available in {name}',
  goUnavailableIn: 'Go unavailable in {name}',
  confirmQuestion: 'A link led here. Nothing changes until you tap the button.',
  groupQuestion: 'In which group? It is remembered; you can change it on your profile.',
  shortcutGroup: 'Group of the app’s shortcuts',
  shortcutAsk: 'Ask me',
}

export type AvailabilityTexts = typeof en

/** The texts of the needed number, coverage alerts, questions and prompts. */
export const en = {
  needed: 'How many are needed',
  neededHint: 'Everybody here sees whether enough members are available, as far as they said.',
  neededOff: 'Leave it empty to switch it off.',
  onlyMembers: (count: number) =>
    count === 1
      ? 'That is more than the group has: it has 1 member.'
      : `That is more than the group has: it has ${count} members.`,
  notPossible: (most: number) => `Please enter a whole number from 1 to ${most}, or nothing.`,
  setNumber: 'Set number',
  setting: 'Setting...',
  numberSet: 'The number is set.',
  numberRemoved: 'The number is removed.',
  notChanged: (why: string) => `The change failed: ${why}`,
  stillAvailable: 'Still available?',
  yes: 'Yes',
  notAnyMore: 'Not any more',
  askAgain: 'Ask again after',
  askAgainHint:
    'Members who have been available for this long are asked whether they still are. Until they answer, they are shown as not confirmed.',
  off: 'Off',
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  enoughOfUs: 'Are we enough?',
  tooFew: 'Too few',
  tooFewHint: (needed: number) =>
    `You are told when the number of available members has been below ${needed} for a minute.`,
  enough: 'Enough',
  enoughHint: (needed: number) => `You are told when it has been ${needed} or more again for a minute.`,
  questions: 'Questions to me',
  questionsHint: 'Whoever leaves a question unanswered is shown to the group as not confirmed.',
  askMeAgain: 'Ask me again after',
  askMeAgainHint: 'While you are available here, you are asked whether you still are.',
  asGroup: (hours: string) => `${hours}, as everybody here`,
  endsUnanswered: 'End it if I do not answer within 30 minutes',
  endsUnansweredHint: 'You then become unavailable here.',
  askMeAt: 'Ask me at',
  askMeAtHint: 'Your devices ask whether you are available here, unless you are already.',
  time: 'Time',
  until: 'Then available until',
  sameTime: 'Please choose another time than that of the question.',
  inTimeZone: (timeZone: string) => `In the time zone ${timeZone}.`,
  promptSaved: 'Your times are saved.',
}

export type EnoughTexts = typeof en

export const en = {
  title: 'Tell me once',
  hint: 'This works with every choice above. It also rings during quiet hours.',
  when: 'When',
  othersAvailable: (count: number) =>
    count === 1 ? '1 other member is available' : `${count} other members are available`,
  members: 'A certain member',
  memberAvailable: '{name} is available',
  until: 'Until',
  inAnHour: 'In 1 hour',
  endOfToday: 'End of today',
  inADay: 'In 24 hours',
  tellMe: 'Tell me',
  added: 'You will be told once.',
  remove: 'Remove',
  waitingFor: 'What you are waiting for',
  untilToday: (time: string) => `until ${time}`,
  untilTomorrow: (time: string) => `until tomorrow, ${time}`,
}

export type WatchTexts = typeof en

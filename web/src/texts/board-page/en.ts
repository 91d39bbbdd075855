/** The texts of the page that shows a board. */
export const en = {
  connecting: 'Connecting…',
  gone: 'This board is no longer shown.',
  availableOf: (members: number) =>
    members === 1 ? 'available of 1 member' : `available of ${members} members`,
  summary: (available: number, members: number) => `${available} of ${members} available`,
  unconfirmed: (count: number) => `, ${count} not confirmed`,
  enough: (needed: number) => `Enough · ${needed} needed`,
  tooFew: (needed: number) => `Too few · ${needed} needed`,
  nobody: (needed: number) => `Nobody · ${needed} needed`,
  names: 'Available now',
  more: (count: number) => `+ ${count} more`,
  asOf: (time: string) => `As of ${time}`,
  lost: (time: string) => `Connection lost · as of ${time}`,
  fullScreen: 'Full screen',
}

export type BoardPageTexts = typeof en

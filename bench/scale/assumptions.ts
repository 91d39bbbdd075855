/** The default values of the assumptions. `npm run scale -- online=0.5` changes an assumption. */
export const assumed = {
  groupsEach: [3, 'groups a member is in, on average'],
  medianGroup: [8, 'members of the group in the middle'],
  groupSpread: [1, 'spread of group sizes: σ of their logarithm'],
  largestGroup: [500, 'members at most (`MAX_GROUP_MEMBERS`)'],
  online: [0.2, 'share of members with an open screen in the busy hour'],
  togglesADay: [4, 'toggles a member and day'],
  toAvailable: [0.5, 'share of them that become available, and so notify'],
  peakFactor: [3, 'the busy hour, against the mean hour'],
  burstShare: [0.02, 'share of members who toggle together, when the hour strikes'],
  burstSeconds: [60, 'within so many seconds'],
  opensADay: [6, 'times a member and day a screen is opened or wakes up'],
  unchangedShare: [0.3, 'share of them whose dashboard has not changed'],
  emailsADay: [0.02, 'emails a member and day'],
  neverRead: [0.2, 'share of notifications that nobody ever reads'],
  connectionsPerNode: [20_000, 'live connections a node is given at most'],
  busy: [0.6, 'share of a core, of node or database, that is planned for'],
  backSeconds: [15, 'seconds in which everybody is back when a node restarts'],
  kernelKiB: [8, 'KiB of the kernel for a connection'],
  databaseCores: [32, 'cores of the largest database server at hand'],
  databaseGiB: [256, 'its memory'],
  databaseTiB: [8, 'its disk'],
  databaseConnections: [500, 'connections it serves well'],
  poolPerNode: [16, 'connections a node opens to it'],
  logMBs: [100, 'MB/s of write-ahead log that it and its replicas bear'],
  flushMs: [1, 'ms until a commit is on its disk'],
  checkpointMinutes: [15, 'minutes between two checkpoints'],
  commitMs: [250, 'ms from the toggle to its commit, p99, that people bear'],
  mailsPerSecond: [100, 'emails a second that the mail server takes'],
  cellMembers: [5e6, 'members in one cell'],
  people: [20_000, 'people who are drawn, for all others'],
  seconds: [2, 'seconds of commits that are played, at most'],
  seed: [1, 'of all chance'],
} as const satisfies Record<string, readonly [value: number, means: string]>

export type Name = keyof typeof assumed
export type Assumptions = Record<Name, number>

export function assume(given: Partial<Assumptions> = {}): Assumptions {
  const values = Object.entries(assumed).map(([name, [value]]) => [name, value])
  return { ...(Object.fromEntries(values) as Assumptions), ...given }
}

export function parseAssumptions(words: string[]): Assumptions {
  const given = words.map(word => {
    const [name = '', text = ''] = word.split('=')
    const value = Number(text)
    if (!(name in assumed))
      throw new Error(`Nothing is called '${name}': ${Object.keys(assumed).join(', ')}.`)
    if (text === '' || !(value > 0)) throw new Error(`${name} must be a number above 0.`)
    return [name, value]
  })
  return assume(Object.fromEntries(given))
}

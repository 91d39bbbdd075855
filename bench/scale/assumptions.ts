/** The default value and the meaning of each assumption. `npm run scale -- online=0.5` sets the assumption `online` to 0.5. */
export const assumed = {
  groupsEach: [3, 'groups of a user, on average'],
  medianGroup: [8, 'members of a group, median'],
  groupSpread: [1, 'standard deviation of the logarithm of the group sizes'],
  largestGroup: [500, 'largest number of members of a group (`MAX_GROUP_MEMBERS`)'],
  online: [0.2, 'share of the users who are connected in the busy hour'],
  togglesADay: [4, 'toggles per user and day'],
  toAvailable: [0.5, 'share of the toggles that make a member available'],
  keptDays: [7, 'days for which a status notice is stored'],
  unreadShare: [0.2, 'share of the memberships with unread status notices when these are deleted'],
  singleReadings: [
    0.01,
    'share of the notifications that are stored as single readings until their notice is deleted',
  ],
  peakFactor: [3, 'load of the busy hour, divided by the average load'],
  burstShare: [0.02, 'share of the users who toggle in the burst at the start of the busy hour'],
  burstSeconds: [60, 'length of the burst in seconds'],
  opensADay: [6, 'times per user and day that a screen connects and loads the dashboard'],
  unchangedShare: [0.3, 'share of these times in which the dashboard has not changed'],
  emailsADay: [0.02, 'emails per user and day'],
  connectionsPerNode: [20_000, 'largest number of live connections of a node'],
  busy: [0.6, 'planned CPU utilization of nodes and database'],
  recoverySeconds: [15, 'longest acceptable recovery in seconds, after a node has restarted or died'],
  kernelKiB: [8, 'memory of the kernel for a connection in KiB'],
  databaseCores: [32, 'cores of the largest available database server'],
  databaseGiB: [256, 'memory of this server in GiB'],
  databaseConnections: [500, 'connections that this server handles well'],
  poolPerNode: [16, 'connections of a node to the database (`DATABASE_CONNECTIONS`)'],
  logMBs: [100, 'largest write-ahead log of the database and its replicas in MB/s'],
  flushMs: [1, 'duration of a flush of the write-ahead log in ms'],
  checkpointMinutes: [15, 'minutes between two checkpoints'],
  deletionHours: [24, 'longest acceptable deletion of old status notices in all groups, in hours'],
  mailsPerSecond: [100, 'emails per second that the mail server accepts'],
  cellMembers: [5e6, 'users of a cell'],
  users: [20_000, 'users in the random sample. Larger sites consist of copies of the sample'],
  seconds: [2, 'longest simulated time of the burst in seconds'],
  seed: [1, 'seed of the random numbers'],
} as const satisfies Record<string, readonly [value: number, means: string]>

export type AssumptionName = keyof typeof assumed
export type Assumptions = Record<AssumptionName, number>

export function assume(given: Partial<Assumptions> = {}): Assumptions {
  const values = Object.entries(assumed).map(([name, [value]]) => [name, value])
  return { ...(Object.fromEntries(values) as Assumptions), ...given }
}

export function parseAssumptions(words: string[]): Assumptions {
  const given = words.map(word => {
    const [name = '', text = ''] = word.split('=')
    const value = Number(text)
    if (!(name in assumed))
      throw new Error(
        `There is no assumption '${name}'. The assumptions are ${Object.keys(assumed).join(', ')}.`,
      )
    if (text === '' || !(value > 0)) throw new Error(`${name} must be a number above 0.`)
    return [name, value]
  })
  return assume(Object.fromEntries(given))
}

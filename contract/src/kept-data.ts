/**
 * The entries of the page /privacy, in its parts and order, with the number of days in the text of each. A test knows which columns of
 * the database belong to which entry.
 */
export const keptData = {
  most: {
    availability: null,
    statusNotices: 7,
    endsAndNotes: null,
    account: null,
    notifications: 90,
    ringing: null,
  },
  signingIn: { signUps: 14, sessions: 30, passkeys: null, links: 30 },
  groups: {
    groups: null,
    routine: null,
    coverage: 7,
    invitations: null,
    inviteLinks: 30,
    removedMembers: 60,
    blocks: null,
  },
  alerts: { ringingSettings: 1, watches: 1, calls: 1, devices: 60 },
  outside: { keys: null, hooks: null, boards: null },
  server: { emails: 30, attempts: 1, counters: null },
  elsewhere: { log: null, browser: null, pushServices: null },
} as const

export type KeptPart = keyof typeof keptData

type NamesIn<Part extends KeptPart> = Part extends KeptPart ? keyof (typeof keptData)[Part] : never

export type KeptName = NamesIn<KeptPart>

/** The entries that have columns in the database. */
export type StoredName = NamesIn<Exclude<KeptPart, 'elsewhere'>>

export const keptDays = Object.assign({}, ...Object.values(keptData)) as Record<KeptName, number | null>

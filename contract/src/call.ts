import * as z from 'zod/mini'

/** Who may ask around in a group, besides nobody. */
export const askers = ['admins', 'members'] as const
export type Askers = (typeof askers)[number]

/**
 * A found call is shown to the group, and an unanswered one to its asker, for this long after its end. The asker and those who can
 * see a found one at least until `endsAt`.
 */
export const callShownMinutes = 60
/** 'Ring again' is possible this long after the last ring, and at most `maxRings` times. */
export const ringPauseMinutes = 5
export const maxRings = 2

export const callOutcomes = ['found', 'over', 'withdrawn'] as const

/** What every member knows about a call. */
export const sharedCallSchema = z.object({
  id: z.string(),
  asker: z.object({ userId: z.string(), name: z.string() }),
  text: z.string(),
  /** Null: as many as want. */
  needed: z.nullable(z.int()),
  /** How many can. */
  count: z.int(),
  endsAt: z.iso.datetime(),
  /** Absent while the call is open. */
  outcome: z.optional(z.enum(callOutcomes)),
  closedAt: z.optional(z.iso.datetime()),
})
export type SharedCall = z.infer<typeof sharedCallSchema>

const answerer = z.object({ userId: z.string(), name: z.string(), words: z.optional(z.string()) })

/** A question to the members of a group, as one member sees it. */
export const callSchema = z
  .object({
    ...sharedCallSchema.shape,
    /** The member's own answer. */
    answer: z.optional(z.object({ can: z.boolean(), words: z.optional(z.string()) })),
    /** Who can. Only the asker and those who can know it. */
    who: z.optional(z.array(answerer)),
    /** What only the asker knows: numbers, never who. */
    asked: z.optional(
      z.object({
        everybody: z.boolean(),
        cannot: z.int(),
        unanswered: z.int(),
        /** When the asker may ring again. Absent if that is no longer possible. */
        ringFrom: z.optional(z.iso.datetime()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'Call' })

export type Call = z.infer<typeof callSchema>

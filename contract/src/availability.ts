import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInBody, idInPath, name } from './text.ts'
import { checkWeeklyTimes, timeOfDay, weekdays } from './weekly-times.ts'

const endpoint = endpointsOf('availability')

/** In minutes. An availability can end at most this long after it was set. */
export const longestAvailability = 7 * 24 * 60

/** What the user is available for. Other members see it as long as the user is Available. */
export const availabilityNote = name('note', 60)

const minutes = z
  .int('forMinutes must be a number.')
  .check(
    z.minimum(1, 'forMinutes must be at least 1.'),
    z.maximum(longestAvailability, `forMinutes must be at most ${longestAvailability}.`),
  )

/** Without `forMinutes` and `until`, the user's usual end in the group counts when the user becomes Available. */
const details = {
  forMinutes: z.optional(minutes),
  /** Null: there is no end, not even the usual one. */
  until: z.optional(z.nullable(z.iso.datetime({ error: 'until must be a time.', offset: true }))),
  note: z.optional(z.nullable(availabilityNote)),
}

export type AvailabilityDetails = {
  forMinutes?: number | undefined
  until?: string | null | undefined
  note?: string | null | undefined
}

const hasOneEnd = z.refine<AvailabilityDetails>(
  ({ forMinutes, until }) => forMinutes === undefined || !until,
  { error: 'Only one of forMinutes and until is possible.', path: ['until'] },
)

const isForAvailable = z.refine<AvailabilityDetails & { status: boolean }>(
  ({ status, forMinutes, until, note }) => status || (forMinutes === undefined && !until && !note),
  { error: 'An end or a note is only possible with the status true.', path: ['status'] },
)

const status = z.boolean('status must be true or false.')

export const availabilitySchema = z
  .object({
    groupId: z.string(),
    userId: z.string(),
    /** True means available. */
    status: z.boolean(),
    lastUpdated: z.iso.datetime(),
    /** The time at which the user becomes Unavailable. Null if there is no such time. */
    until: z.nullable(z.iso.datetime()),
    /** What the user is available for. Null if the user has not said it. */
    note: z.nullable(z.string()),
    /** Since when the user has not confirmed to be Available. Null unless the user is asked whether this is still true. */
    unconfirmedSince: z.nullable(z.iso.datetime()),
    /** The group's version after the change. If nothing changed, the group's current version. */
    version: z.int(),
  })
  .register(z.globalRegistry, { id: 'Availability' })

export type Availability = z.infer<typeof availabilitySchema>

export const setAvailability = endpoint('setAvailability', {
  request: 'PUT /api/groups/:groupId/members/:userId/availability',
  summary:
    "Sets the user's own availability in a group, with its end and its note. What is left out is removed. Setting the current values again changes nothing.",
  params: () => z.strictObject({ groupId: idInPath, userId: idInPath }),
  body: () => z.strictObject({ status, ...details }).check(hasOneEnd, isForAvailable),
  answer: () => availabilitySchema,
  refusals: ['group-not-found', 'not-your-availability', 'until-not-possible', 'too-many-requests'],
})

export const setAvailabilityInGroups = endpoint('setAvailabilityInGroups', {
  request: 'PUT /api/availability',
  summary:
    "Sets the user's own availability in several groups at once. Without groupIds, in all groups of the user. If one part fails, nothing is changed.",
  body: () =>
    z
      .strictObject({
        status,
        ...details,
        groupIds: z.optional(
          z
            .array(idInBody('groupIds'), 'groupIds must be a list.')
            .check(z.minLength(1, 'groupIds must not be empty.')),
        ),
      })
      .check(hasOneEnd, isForAvailable),
  answer: () =>
    z.object({
      /** The groups in which the request has changed something. */
      changed: z.array(availabilitySchema),
    }),
  refusals: ['group-not-found', 'until-not-possible', 'too-many-requests'],
})

export const setUsualEnd = endpoint('setUsualEnd', {
  request: 'PUT /api/groups/:groupId/usual-end',
  summary:
    'Sets how long after becoming Available without an end the user becomes Unavailable in a group. Null removes it.',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () => z.strictObject({ minutes: z.nullable(minutes) }),
  answer: () => z.object({ minutes: z.nullable(z.int()) }),
  refusals: ['group-not-found', 'too-many-requests'],
})

/** In minutes. The choices of how long after the last confirmation a member is asked again. */
export const askingIntervals = [60, 120, 240, 480, 720, 1_440] as const

const askingInterval = z.nullable(
  z.literal([...askingIntervals], `The minutes must be one of ${askingIntervals.join(', ')}.`),
)

export const confirmAvailability = endpoint('confirmAvailability', {
  request: 'POST /api/groups/:groupId/availability/confirm',
  summary: 'Confirms that the user is still Available in a group. Nobody is notified.',
  params: () => z.strictObject({ groupId: idInPath }),
  answer: () => availabilitySchema,
  refusals: ['group-not-found', 'not-available'],
})

export const setAskingInterval = endpoint('setAskingInterval', {
  request: 'PUT /api/groups/:groupId/asking-interval',
  summary:
    'Sets after how many minutes Available members of the group are asked whether this is still true. Null ends it. Only for the creator.',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () => z.strictObject({ minutes: askingInterval }),
  answer: () => z.object({ minutes: z.nullable(z.int()) }),
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

/** When the user is asked whether they are available: at `time` on these days. The answer 'yes' ends at the next `until`. */
export const promptSchema = z.object({
  /** In ascending order. 1 is Monday, and 7 is Sunday. */
  days: weekdays,
  time: timeOfDay,
  until: timeOfDay,
  /** The name of a time zone, for example 'Europe/Berlin'. */
  timeZone: z.string(),
})

export type Prompt = z.infer<typeof promptSchema>

/** What a user has chosen about being asked in a group. No other user can see it. */
export const questionSettingsSchema = z
  .object({
    /** In minutes. It counts only if it is shorter than the group's interval, or if the group has none. */
    askingInterval: z.nullable(z.int()),
    /** Whether the user becomes Unavailable 30 minutes after a question without an answer. */
    endsUnanswered: z.boolean(),
    prompt: z.nullable(promptSchema),
  })
  .register(z.globalRegistry, { id: 'QuestionSettings' })

export type QuestionSettings = z.infer<typeof questionSettingsSchema>

export const readQuestionSettings = endpoint('readQuestionSettings', {
  request: 'GET /api/groups/:groupId/questions',
  summary: 'Returns what the user has chosen about being asked in a group.',
  params: () => z.strictObject({ groupId: idInPath }),
  answer: () => questionSettingsSchema,
  refusals: ['group-not-found'],
})

export const updateQuestionSettings = endpoint('updateQuestionSettings', {
  request: 'PATCH /api/groups/:groupId/questions',
  summary:
    'Changes what the user has chosen about being asked in a group. Values that are left out stay as they are.',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () =>
    z.strictObject({
      askingInterval: z.optional(askingInterval),
      endsUnanswered: z.optional(z.boolean('endsUnanswered must be true or false.')),
      prompt: z.optional(z.nullable(z.strictObject(promptSchema.shape).check(...checkWeeklyTimes))),
    }),
  answer: () => questionSettingsSchema,
  refusals: ['group-not-found'],
})

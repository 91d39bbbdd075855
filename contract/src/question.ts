import * as z from 'zod/mini'
import { availabilitySchema } from './availability.ts'
import { endpointsOf } from './endpoint.ts'
import { idInPath } from './text.ts'
import { checkWeeklyTimes, timeOfDay, weekdays } from './weekly-times.ts'

const endpoint = endpointsOf('availability')

/** In minutes. */
export const askingIntervals = [60, 120, 240, 480, 720, 1_440] as const

const askingInterval = z.literal(
  [...askingIntervals],
  `The minutes must be one of ${askingIntervals.join(', ')}.`,
)

export const confirmAvailability = endpoint('confirmAvailability', {
  request: 'POST /api/groups/:groupId/availability/confirm',
  params: () => z.strictObject({ groupId: idInPath }),
  query: () => z.strictObject({ userId: z.optional(idInPath) }),
  answer: () => availabilitySchema,
  refusals: ['group-not-found', 'not-your-availability', 'not-available'],
})

export const setAskingInterval = endpoint('setAskingInterval', {
  request: 'PUT /api/groups/:groupId/asking-interval',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () => z.strictObject({ minutes: z.nullable(askingInterval) }),
  answer: () => z.object({ minutes: z.nullable(z.int()) }),
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

/** At `time` on `days`, a push asks an Unavailable user whether they are available. The push offers the end `until`. */
export const promptSchema = z.object({
  days: weekdays,
  time: timeOfDay,
  until: timeOfDay,
  timeZone: z.string(),
})

export type Prompt = z.infer<typeof promptSchema>

/** A time after which an Available user is asked again. A longer time than the group's has no effect. */
const askAgainSchema = z.object({
  afterMinutes: z.int(),
  /** If true, a question without an answer ends the availability after 30 minutes. */
  endsUnanswered: z.boolean(),
})

export type AskAgain = z.infer<typeof askAgainSchema>

/** The settings of a user in a group. No other user can see them. */
export const questionSettingsSchema = z
  .object({
    /** Null if the user is asked when the group's other members are. */
    askAgain: z.nullable(askAgainSchema),
    prompt: z.nullable(promptSchema),
  })
  .register(z.globalRegistry, { id: 'QuestionSettings' })

export type QuestionSettings = z.infer<typeof questionSettingsSchema>

export const readQuestionSettings = endpoint('readQuestionSettings', {
  request: 'GET /api/groups/:groupId/questions',
  params: () => z.strictObject({ groupId: idInPath }),
  answer: () => questionSettingsSchema,
  refusals: ['group-not-found'],
})

export const updateQuestionSettings = endpoint('updateQuestionSettings', {
  request: 'PATCH /api/groups/:groupId/questions',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () =>
    z.strictObject({
      askAgain: z.optional(
        z.nullable(
          z.strictObject({
            afterMinutes: askingInterval,
            endsUnanswered: z.boolean('endsUnanswered must be true or false.'),
          }),
        ),
      ),
      prompt: z.optional(z.nullable(z.strictObject(promptSchema.shape).check(...checkWeeklyTimes))),
    }),
  answer: () => questionSettingsSchema,
  refusals: ['group-not-found'],
})

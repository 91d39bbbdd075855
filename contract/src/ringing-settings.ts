import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { checkWeeklyTimes, timeOfDay, weekdays } from './weekly-times.ts'

const endpoint = endpointsOf('ringing')

const maxMuteMinutes = 2 * 24 * 60

/** A time window that begins on each of the days. If `to` is earlier than `from`, each window ends on the following day. */
export const quietHoursSchema = z.object({
  from: timeOfDay,
  to: timeOfDay,
  /** The days on which the window begins, in ascending order. 1 is Monday, and 7 is Sunday. */
  days: weekdays,
  /** The name of a time zone, for example 'Europe/Berlin'. */
  timeZone: z.string(),
})

export type QuietHours = z.infer<typeof quietHoursSchema>

/** The settings for all devices of a user. Test pushes, the first push of a device and fulfilled watches ring at any time. */
export const ringingSettingsSchema = z
  .object({
    /** Whether pushes contain no names of members and groups. */
    hidesNames: z.boolean(),
    /** Whether a push reminds the user 5 minutes before an availability ends. A server of an earlier version leaves this out. */
    remindsOfEnds: z.optional(z.boolean()),
    /** In these hours, only the pushes named above ring. Null if there are no quiet hours. */
    quietHours: z.nullable(quietHoursSchema),
    /** Before this time, only the pushes named above ring. Null if the user is not muted. */
    mutedUntil: z.nullable(z.iso.datetime()),
  })
  .register(z.globalRegistry, { id: 'RingingSettings' })

export type RingingSettings = z.infer<typeof ringingSettingsSchema>

export const readRingingSettings = endpoint('readRingingSettings', {
  request: 'GET /api/ringing',
  summary: "Returns what holds for all of the user's devices.",
  answer: () => ringingSettingsSchema,
})

export const updateRingingSettings = endpoint('updateRingingSettings', {
  request: 'PATCH /api/ringing',
  summary: "Changes what holds for all of the user's devices. Values that are left out stay as they are.",
  body: () =>
    z.strictObject({
      hidesNames: z.optional(z.boolean('hidesNames must be true or false.')),
      remindsOfEnds: z.optional(z.boolean('remindsOfEnds must be true or false.')),
      quietHours: z.optional(
        z.nullable(
          z.strictObject(quietHoursSchema.shape).check(
            z.refine(
              ({ from, to }) => from !== to,
              'The quiet hours must not begin and end at the same time.',
            ),
            ...checkWeeklyTimes,
          ),
        ),
      ),
      /** Null ends muting. */
      muteForMinutes: z.optional(
        z.nullable(
          z
            .int('muteForMinutes must be a number.')
            .check(
              z.minimum(1, 'muteForMinutes must be at least 1.'),
              z.maximum(maxMuteMinutes, `muteForMinutes must be at most ${maxMuteMinutes}.`),
            ),
        ),
      ),
    }),
  answer: () => ringingSettingsSchema,
})

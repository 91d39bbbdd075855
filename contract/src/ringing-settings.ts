import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { checkWeeklyTimes, timeOfDay, weekdays } from './weekly-times.ts'

const endpoint = endpointsOf('ringing')

const maxMuteMinutes = 2 * 24 * 60

/** A time window begins on each of the `days`. If `to` is earlier than `from`, the window ends on the next day. */
export const quietHoursSchema = z.object({
  from: timeOfDay,
  to: timeOfDay,
  days: weekdays,
  timeZone: z.string(),
})

export type QuietHours = z.infer<typeof quietHoursSchema>

/** The ringing settings of a user. Test pushes, the first push of a device and fulfilled watches ring even if the user is quiet. */
export const ringingSettingsSchema = z
  .object({
    /** If true, no push to the user names a user or a group. */
    hidesNames: z.boolean(),
    /** If true, a push reminds the user 5 minutes before an availability ends. */
    remindsOfEnds: z.boolean(),
    /** If true, the user gets an email when somebody asks around and no device of the user rings. */
    mailsCalls: z.boolean(),
    quietHours: z.nullable(quietHoursSchema),
    mutedUntil: z.nullable(z.iso.datetime()),
  })
  .register(z.globalRegistry, { id: 'RingingSettings' })

export type RingingSettings = z.infer<typeof ringingSettingsSchema>

export const readRingingSettings = endpoint('readRingingSettings', {
  request: 'GET /api/ringing',
  answer: () => ringingSettingsSchema,
})

export const updateRingingSettings = endpoint('updateRingingSettings', {
  request: 'PATCH /api/ringing',
  body: () =>
    z.strictObject({
      hidesNames: z.optional(z.boolean('hidesNames must be true or false.')),
      remindsOfEnds: z.optional(z.boolean('remindsOfEnds must be true or false.')),
      mailsCalls: z.optional(z.boolean('mailsCalls must be true or false.')),
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
      /** Null ends the muting. */
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

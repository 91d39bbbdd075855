import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInBody, idInPath, name } from './text.ts'

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

/**
 * If `forMinutes` and `until` are both left out, the end depends on whether the user has a usual end in the group. If so, a user
 * who becomes Available gets the usual end, and a user who is already Available keeps the current end. If not, there is no end: a
 * current end is removed.
 */
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
    // A server of an earlier version leaves out `until`, `note` and `unconfirmedSince`.
    /** The time at which the user becomes Unavailable. Null if there is no such time. */
    until: z.nullish(z.iso.datetime()),
    note: z.nullish(z.string()),
    /** The time of the last confirmation, or else when the user became Available. Null if no question is open. */
    unconfirmedSince: z.nullish(z.iso.datetime()),
    /** The group's version after the change. If nothing changed, the group's current version. */
    version: z.int(),
  })
  .register(z.globalRegistry, { id: 'Availability' })

export type Availability = z.infer<typeof availabilitySchema>

export const setAvailability = endpoint('setAvailability', {
  request: 'PUT /api/groups/:groupId/members/:userId/availability',
  summary:
    "Sets the user's own availability in a group, with its end and its note. A note or an end that is left out is removed, but the usual end of the user stays in force. Setting the current values again changes nothing.",
  keys: 'switch',
  params: () => z.strictObject({ groupId: idInPath, userId: idInPath }),
  body: () => z.strictObject({ status, ...details }).check(hasOneEnd, isForAvailable),
  answer: () => availabilitySchema,
  refusals: [
    'group-not-found',
    'not-your-availability',
    'until-not-possible',
    'signed-out',
    'too-many-requests',
  ],
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
      /** The new availabilities in the groups in which the request has changed something. */
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

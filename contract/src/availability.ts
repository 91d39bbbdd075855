import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { memberSchema } from './group.ts'
import { idInBody, idInPath, name } from './text.ts'

const endpoint = endpointsOf('availability')

/** In minutes. */
export const longestAvailability = 7 * 24 * 60

export const maxNoteLength = 60
export const availabilityNote = name('note', maxNoteLength)

const minutes = z
  .int('forMinutes must be a number.')
  .check(
    z.minimum(1, 'forMinutes must be at least 1.'),
    z.maximum(longestAvailability, `forMinutes must be at most ${longestAvailability}.`),
  )

const state = {
  status: z.boolean('status must be true or false.'),
  /** Null means no end, not even the usual end. */
  until: z.optional(z.nullable(z.iso.datetime({ error: 'until must be a time.', offset: true }))),
  note: z.optional(z.nullable(availabilityNote)),
}

/**
 * If both `forMinutes` and `until` are left out, the end depends on the usual end of the user in the group:
 * - With a usual end, a user who becomes Available gets this end. A user who is already Available keeps the current end.
 * - Without a usual end, a current end is removed.
 */
const wanted = { ...state, forMinutes: z.optional(minutes) }

export type AvailabilityDetails = Omit<z.infer<z.ZodMiniObject<typeof wanted>>, 'status'>

const hasOneEnd = z.refine<AvailabilityDetails>(
  ({ forMinutes, until }) => forMinutes === undefined || !until,
  { error: 'Only one of forMinutes and until is possible.', path: ['until'] },
)

const isForAvailable = z.refine<AvailabilityDetails & { status: boolean }>(
  ({ status, forMinutes, until, note }) => status || (forMinutes === undefined && !until && !note),
  { error: 'An end or a note is only possible with the status true.', path: ['status'] },
)

const { userId, status, lastUpdated, until, note, unconfirmedSince } = memberSchema.shape

export const availabilitySchema = z
  .object({
    groupId: z.string(),
    ...{ userId, status, lastUpdated },
    until: z.nullable(until),
    note: z.nullable(note),
    unconfirmedSince: z.nullable(unconfirmedSince),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: 'Availability' })

export type Availability = z.infer<typeof availabilitySchema>

export const setAvailability = endpoint('setAvailability', {
  request: 'PUT /api/groups/:groupId/members/:userId/availability',
  keys: 'switch',
  params: () => z.strictObject({ groupId: idInPath, userId: idInPath }),
  body: () => z.strictObject(wanted).check(hasOneEnd, isForAvailable),
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
  body: () =>
    z
      .strictObject({
        ...wanted,
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

export const undoAvailability = endpoint('undoAvailability', {
  request: 'PUT /api/availability/undo',
  body: () =>
    z.strictObject({
      groups: z
        .array(
          z.strictObject({
            groupId: idInBody('groupId'),
            /** The availability that the change has set. */
            changed: z.strictObject({
              ...state,
              lastUpdated: z.iso.datetime({ error: 'lastUpdated must be a time.', offset: true }),
            }),
            before: z.strictObject(state).check(isForAvailable),
          }),
          'groups must be a list.',
        )
        .check(z.minLength(1, 'groups must not be empty.')),
    }),
  answer: () =>
    z.object({
      /** The availabilities in the groups that were not left alone. */
      restored: z.array(availabilitySchema),
    }),
  refusals: ['until-not-possible', 'too-many-requests'],
})

export const setUsualEnd = endpoint('setUsualEnd', {
  request: 'PUT /api/groups/:groupId/usual-end',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () => z.strictObject({ minutes: z.nullable(minutes) }),
  answer: () => z.object({ minutes: z.nullable(z.int()) }),
  refusals: ['group-not-found', 'too-many-requests'],
})

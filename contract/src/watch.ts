import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInBody, idInPath } from './text.ts'

const endpoint = endpointsOf('ringing')

export const maxWatchesPerUser = 20
const maxMinutes = 24 * 60
const maxNeeded = 100_000

/** A notice with one of these actions reveals when a member became Available. So it is deleted as early as a status notice. */
export const watchActions = ['awaited', 'reached'] as const

/** A user's wish to be told once. It ends at `endsAt` at the latest. No other user can see it. */
export const watchSchema = z
  .object({
    id: z.string(),
    groupId: z.string(),
    /** The member for whose availability the user waits. Null if the user waits for a number of members. */
    memberId: z.nullable(z.string()),
    /** The number of other Available members for which the user waits. Null if the user waits for a certain member. */
    needed: z.nullable(z.int()),
    endsAt: z.iso.datetime(),
  })
  .register(z.globalRegistry, { id: 'Watch' })

export type Watch = z.infer<typeof watchSchema>

const groupParams = () => z.strictObject({ groupId: idInPath })

export const listWatches = endpoint('listWatches', {
  request: 'GET /api/groups/:groupId/watches',
  summary: "Returns the user's own watches of a group, the one that ends first at the beginning.",
  params: groupParams,
  answer: () => z.object({ watches: z.array(watchSchema) }),
  refusals: ['group-not-found'],
})

export const addWatch = endpoint('addWatch', {
  request: 'POST /api/groups/:groupId/watches',
  summary:
    'Notifies the user once when another member is Available, or when a number of other members are. This works with every rule, and rings during quiet hours.',
  params: groupParams,
  body: () =>
    z
      .strictObject({
        memberId: z.optional(idInBody('memberId')),
        needed: z.optional(
          z
            .int('needed must be a number.')
            .check(
              z.minimum(1, 'needed must be at least 1.'),
              z.maximum(maxNeeded, `needed must be at most ${maxNeeded}.`),
            ),
        ),
        forMinutes: z
          .int('forMinutes must be a number.')
          .check(
            z.minimum(1, 'forMinutes must be at least 1.'),
            z.maximum(maxMinutes, `forMinutes must be at most ${maxMinutes}.`),
          ),
      })
      .check(
        z.refine(({ memberId, needed }) => (memberId === undefined) !== (needed === undefined), {
          error: 'Either memberId or needed is required.',
          path: ['needed'],
        }),
      ),
  answer: () => watchSchema,
  refusals: ['group-not-found', 'member-not-found', 'watch-fulfilled', 'too-many-watches'],
})

export const removeWatch = endpoint('removeWatch', {
  request: 'DELETE /api/watches/:watchId',
  summary: 'Removes a watch of the user.',
  params: () => z.strictObject({ watchId: idInPath }),
  refusals: ['watch-not-found'],
})

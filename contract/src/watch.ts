import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInBody, idInPath } from './text.ts'

const endpoint = endpointsOf('ringing')

export const maxWatchesPerUser = 20
const maxMinutes = 24 * 60
const maxNeeded = 100_000

/** Notices with these actions reveal when a member became Available. Therefore they are deleted as early as status notices. */
export const watchActions = ['awaited', 'reached'] as const

/** No other user can see a watch. It ends at `endsAt` at the latest. */
export const watchSchema = z
  .object({
    id: z.string(),
    groupId: z.string(),
    /** The user waits for this member. Null if `needed` is set. */
    memberId: z.nullable(z.string()),
    /** The user waits for this number of other Available members. Null if `memberId` is set. */
    needed: z.nullable(z.int()),
    endsAt: z.iso.datetime(),
  })
  .register(z.globalRegistry, { id: 'Watch' })

export type Watch = z.infer<typeof watchSchema>

const groupParams = () => z.strictObject({ groupId: idInPath })

export const listWatches = endpoint('listWatches', {
  request: 'GET /api/groups/:groupId/watches',
  params: groupParams,
  answer: () => z.object({ watches: z.array(watchSchema) }),
  refusals: ['group-not-found'],
})

export const addWatch = endpoint('addWatch', {
  request: 'POST /api/groups/:groupId/watches',
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
  params: () => z.strictObject({ watchId: idInPath }),
  refusals: ['watch-not-found'],
})

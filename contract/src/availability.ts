import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath } from './text.ts'

const endpoint = endpointsOf('availability')

export const availabilitySchema = z
  .object({
    groupId: z.string(),
    userId: z.string(),
    /** True means available. */
    status: z.boolean(),
    lastUpdated: z.iso.datetime(),
    /** The group's version after the change. If nothing changed, the group's current version. */
    version: z.int(),
  })
  .register(z.globalRegistry, { id: 'Availability' })

export type Availability = z.infer<typeof availabilitySchema>

export const setAvailability = endpoint('setAvailability', {
  request: 'PUT /api/groups/:groupId/members/:userId/availability',
  summary: "Sets the user's own availability in a group. Setting the current value again changes nothing.",
  params: () => z.strictObject({ groupId: idInPath, userId: idInPath }),
  body: () => z.strictObject({ status: z.boolean('status must be true or false.') }),
  answer: () => availabilitySchema,
  refusals: ['group-not-found', 'not-your-availability', 'too-many-requests'],
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idInPath } from './text.ts'

export const availabilitySchema = z
  .object({
    groupId: z.string(),
    userId: z.string(),
    /** True means available. */
    status: z.boolean(),
    /** The time when the status last changed. */
    lastUpdated: z.iso.datetime(),
    /** The group's version after the change. If nothing changed, the group's current version. */
    version: z.int(),
  })
  .register(z.globalRegistry, { id: 'Availability' })

/** The current availability of one member in one group. */
export type Availability = z.infer<typeof availabilitySchema>

export const setAvailability = endpoint({
  name: 'setAvailability',
  tag: 'availability',
  method: 'PUT',
  path: '/api/groups/:groupId/members/:userId/availability',
  summary: "Sets the user's own availability in a group. An equal value changes nothing.",
  access: 'verified',
  params: () => z.strictObject({ groupId: idInPath, userId: idInPath }),
  body: () => z.strictObject({ status: z.boolean('status must be true or false.') }),
  answer: () => availabilitySchema,
  refusals: ['group-not-found', 'not-your-availability', 'too-many-requests'],
})

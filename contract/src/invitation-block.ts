import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath } from './text.ts'

const endpoint = endpointsOf('invitation')

export const invitationBlocksSchema = z
  .object({
    /** True if the user has blocked the invitations of all inviters. */
    all: z.boolean(),
    inviters: z.array(z.object({ userId: z.string(), displayName: z.string() })),
  })
  .register(z.globalRegistry, { id: 'InvitationBlocks' })

export type InvitationBlocks = z.infer<typeof invitationBlocksSchema>

export const readInvitationBlocks = endpoint('readInvitationBlocks', {
  request: 'GET /api/invitation-blocks',
  answer: () => invitationBlocksSchema,
})

export const blockAllInvitations = endpoint('blockAllInvitations', {
  request: 'PUT /api/invitation-blocks',
  body: () => z.strictObject({ all: z.boolean('all must be true or false.') }),
  answer: () => invitationBlocksSchema,
})

export const blockInviter = endpoint('blockInviter', {
  request: 'POST /api/invitations/:invitationId/block',
  params: () => z.strictObject({ invitationId: idInPath }),
  answer: () => invitationBlocksSchema,
  refusals: ['invitation-not-found'],
})

export const unblockInviter = endpoint('unblockInviter', {
  request: 'DELETE /api/invitation-blocks/:userId',
  params: () => z.strictObject({ userId: idInPath }),
  answer: () => invitationBlocksSchema,
})

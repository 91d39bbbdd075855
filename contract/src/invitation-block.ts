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
  summary: 'Returns whose invitations the user does not want to see.',
  answer: () => invitationBlocksSchema,
})

export const blockAllInvitations = endpoint('blockAllInvitations', {
  request: 'PUT /api/invitation-blocks',
  summary:
    'Blocks or allows all invitations. A blocked invitation is not shown and not mailed. The inviter does not notice it.',
  body: () => z.strictObject({ all: z.boolean('all must be true or false.') }),
  answer: () => invitationBlocksSchema,
})

export const blockInviter = endpoint('blockInviter', {
  request: 'POST /api/invitations/:invitationId/block',
  summary: 'Blocks all invitations of the user who sent this invitation. The inviter does not notice it.',
  params: () => z.strictObject({ invitationId: idInPath }),
  answer: () => invitationBlocksSchema,
  refusals: ['invitation-not-found'],
})

export const unblockInviter = endpoint('unblockInviter', {
  request: 'DELETE /api/invitation-blocks/:userId',
  summary: 'Allows the invitations of a blocked inviter again. A repeated request succeeds.',
  params: () => z.strictObject({ userId: idInPath }),
  answer: () => invitationBlocksSchema,
})

import { functionsPath, sendEmailHttpSchema } from '@grouplight/contract/callable.ts'
import { createGroup } from '@grouplight/contract/group.ts'
import * as contract from '@grouplight/contract/invitation.ts'
import * as blocks from '@grouplight/contract/invitation-block.ts'
import { problemSchema } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { okSchema } from '#platform/http/callable.ts'
import { type Router, requireVerified } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { acceptInvitation, declineInvitation } from './answer-invitation.ts'
import { createGroupWithInvitations } from './create-group-with-invitations.ts'
import { blockEmail, emailBlockedAt, setEmailBlock } from './email-block.ts'
import {
  blockAllInvitations,
  blockInviter,
  readInvitationBlocks,
  unblockInviter,
} from './invitation-blocks.ts'
import { inviteMembers } from './invite-members.ts'
import { listReceivedInvitations, listSentInvitations } from './list-invitations.ts'
import { cancelInvitation, resendByAddress, resendInvitation } from './sent-invitation.ts'

export function invitationRoutes(route: Router<Caller>, services: Services): void {
  route(createGroup, ({ user, body }) => createGroupWithInvitations(services, { inviter: user, ...body }))
  route(contract.listReceivedInvitations, async ({ user }) => ({
    invitations: await listReceivedInvitations(services, user),
  }))
  route(contract.acceptInvitation, ({ user, params }) =>
    acceptInvitation(services, { invitee: user, ...params }),
  )
  route(contract.declineInvitation, ({ user, params }) =>
    declineInvitation(services, { invitee: user, ...params }),
  )
  route(contract.listSentInvitations, async ({ input }) => ({
    invitations: await listSentInvitations(services, input),
  }))
  route(contract.inviteMembers, ({ user, params, body }) =>
    inviteMembers(services, { inviter: user, ...params, ...body }),
  )
  route(contract.resendInvitation, ({ user, params }) =>
    resendInvitation(services, { inviter: user, ...params }),
  )
  route(contract.cancelInvitation, ({ user, params }) =>
    cancelInvitation(services, { inviter: user, ...params }),
  )
  route(contract.blockEmail, ({ body, ip }) => blockEmail(services, { ...body, ip }))
  route(contract.readEmailBlock, async ({ user }) => ({
    blocked: (await emailBlockedAt(services, user.email)) !== null,
  }))
  route(contract.setEmailBlock, async ({ user, body }) => {
    await setEmailBlock(services, { email: user.email, ...body })
    return body
  })
  route(blocks.readInvitationBlocks, ({ user }) => readInvitationBlocks(services.database, user))
  route(blocks.blockAllInvitations, ({ input }) => blockAllInvitations(services, input))
  route(blocks.blockInviter, ({ user, params }) => blockInviter(services, { ...user, ...params }))
  route(blocks.unblockInviter, ({ user, params }) =>
    unblockInviter(services, { userId: user.userId, inviterId: params.userId }),
  )
}

/** The subject and the text in a request are ignored, so that only invitation emails can be sent. */
export function invitationFunctions(
  app: FastifyInstance,
  services: Services,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | null>,
): void {
  app.post(
    `${functionsPath}/sendEmailHttp`,
    {
      schema: {
        tags: ['functions'],
        operationId: 'sendEmailHttp',
        summary: 'Sends a pending invitation of the user again. The server composes the email.',
        security: [{ session: [] }, { bearer: [] }],
        body: sendEmailHttpSchema,
        response: {
          200: okSchema,
          400: problemSchema,
          401: problemSchema,
          403: problemSchema,
          404: problemSchema,
          429: problemSchema,
        },
      },
      onRequest: async (request, reply) => {
        requireVerified(await authenticate(request, reply))
      },
    },
    async (request, reply) => {
      const inviter = requireVerified(await authenticate(request, reply))
      await resendByAddress(services, { inviter, to: sendEmailHttpSchema.parse(request.body).to })
      return { ok: true }
    },
  )
}

import { functionsPath, sendEmailHttpSchema } from '@grouplight/contract/callable.ts'
import { createGroup } from '@grouplight/contract/group.ts'
import * as contract from '@grouplight/contract/invitation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#account/sessions.ts'
import { type Router, requireVerified } from '#http/endpoint-route.ts'
import type { Services } from '#services.ts'
import { acceptInvitation, declineInvitation } from './answer-invitation.ts'
import { createGroupWithInvitations } from './create-group-with-invitations.ts'
import { blockEmail, emailBlockedAt, setEmailBlock } from './email-block.ts'
import { inviteMembers } from './invite-members.ts'
import { listReceivedInvitations, listSentInvitations } from './list-invitations.ts'
import { cancelInvitation, resendByAddress, resendInvitation } from './sent-invitation.ts'

export function invitationRoutes(route: Router<Caller>, services: Services): void {
  route(createGroup, ({ person, body }) => createGroupWithInvitations(services, { inviter: person, ...body }))
  route(contract.listReceivedInvitations, async ({ person }) => ({
    invitations: await listReceivedInvitations(services, person),
  }))
  route(contract.acceptInvitation, ({ person, params }) =>
    acceptInvitation(services, { invitee: person, ...params }),
  )
  route(contract.declineInvitation, ({ person, params }) =>
    declineInvitation(services, { invitee: person, ...params }),
  )
  route(contract.listSentInvitations, async ({ person, params }) => ({
    invitations: await listSentInvitations(services, { userId: person.userId, ...params }),
  }))
  route(contract.inviteMembers, ({ person, params, body }) =>
    inviteMembers(services, { inviter: person, ...params, ...body }),
  )
  route(contract.resendInvitation, ({ person, params }) =>
    resendInvitation(services, { inviter: person, ...params }),
  )
  route(contract.cancelInvitation, ({ person, params }) =>
    cancelInvitation(services, { inviter: person, ...params }),
  )
  route(contract.blockEmail, ({ body, ip }) => blockEmail(services, { ...body, ip }))
  route(contract.readEmailBlock, async ({ person }) => ({
    blocked: (await emailBlockedAt(services, person.email)) !== null,
  }))
  route(contract.setEmailBlock, async ({ person, body }) => {
    await setEmailBlock(services, { email: person.email, ...body })
    return body
  })
}

/** `sendEmailHttp`: never a relay. Whatever it is given, the email is composed from the invitation. */
export function invitationFunctions(
  app: FastifyInstance,
  services: Services,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | null>,
): void {
  app.post(
    `${functionsPath}/sendEmailHttp`,
    {
      schema: { tags: ['functions'], operationId: 'sendEmailHttp', body: sendEmailHttpSchema },
      // Before the body is read, as with the endpoints.
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

import * as z from 'zod/mini'
import { email } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { skippedSchema } from './group.ts'
import { idInPath, multiLine, tokenBody } from './text.ts'

const endpoint = endpointsOf('invitation')

export const maxInvitationsPerSend = 20
export const invitationMessage = multiLine('message', 500)
export const invitedEmail = email()

export const invitationStatuses = ['pending', 'accepted', 'declined', 'cancelled', 'expired'] as const

const invitation = {
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  email: z.string(),
  status: z.enum(invitationStatuses),
  /** Null if the inviter's account was deleted. */
  invitedBy: z.nullable(z.string()),
  /** 'A user' if the inviter has no name. Null if the inviter's account was deleted. */
  invitedByName: z.nullable(z.string()),
  message: z.string(),
  createdAt: z.iso.datetime(),
  /** The time when the status last changed. */
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
}

export const receivedInvitationSchema = z
  .object(invitation)
  .register(z.globalRegistry, { id: 'ReceivedInvitation' })

export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>

export const sentInvitationSchema = z
  .object({
    ...invitation,
    /** The email may be sent again from this time. Null if it may be sent again now. */
    resendAt: z.nullable(z.iso.datetime()),
  })
  .register(z.globalRegistry, { id: 'SentInvitation' })

export type SentInvitation = z.infer<typeof sentInvitationSchema>

const groupParams = z.strictObject({ groupId: idInPath })
const sentInvitationParams = z.strictObject({ groupId: idInPath, invitationId: idInPath })
const receivedInvitationParams = z.strictObject({ invitationId: idInPath })

const emailBlockSchema = z.object({ blocked: z.boolean() })

export const blockEmail = endpoint('blockEmail', {
  request: 'POST /api/email-block',
  access: 'anybody',
  body: tokenBody,
  refusals: ['invalid-action-code', 'too-many-requests'],
})

export const readEmailBlock = endpoint('readEmailBlock', {
  request: 'GET /api/email-block',
  answer: () => emailBlockSchema,
})

export const setEmailBlock = endpoint('setEmailBlock', {
  request: 'PUT /api/email-block',
  body: () => z.strictObject({ blocked: z.boolean('blocked must be true or false.') }),
  answer: () => emailBlockSchema,
})

export const listReceivedInvitations = endpoint('listReceivedInvitations', {
  request: 'GET /api/invitations',
  answer: () => z.object({ invitations: z.array(receivedInvitationSchema) }),
})

export const acceptInvitation = endpoint('acceptInvitation', {
  request: 'POST /api/invitations/:invitationId/accept',
  params: () => receivedInvitationParams,
  /** `groupId` is null if the creator must first let the user in. This happens with invitations by a link that needs approval. */
  answer: () => z.object({ groupId: z.nullable(z.string()) }),
  refusals: [
    'invitation-not-found',
    'invitation-answered',
    'link-not-usable',
    'too-many-groups',
    'group-full',
    'too-many-requests',
  ],
})

export const declineInvitation = endpoint('declineInvitation', {
  request: 'POST /api/invitations/:invitationId/decline',
  params: () => receivedInvitationParams,
  refusals: ['invitation-not-found', 'invitation-answered', 'already-member'],
})

export const listSentInvitations = endpoint('listSentInvitations', {
  request: 'GET /api/groups/:groupId/invitations',
  params: () => groupParams,
  answer: () => z.object({ invitations: z.array(sentInvitationSchema) }),
  refusals: ['group-not-found', 'not-group-creator'],
})

export const inviteMembers = endpoint('inviteMembers', {
  request: 'POST /api/groups/:groupId/invitations',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      emails: z
        .array(invitedEmail, 'emails must be a list of email addresses.')
        .check(
          z.minLength(1, 'Please enter at least one email address'),
          z.maxLength(100, 'Too many email addresses.'),
        ),
      message: z._default(invitationMessage, ''),
    }),
  answer: () =>
    z.object({
      invited: z.array(sentInvitationSchema),
      skipped: z.array(skippedSchema),
    }),
  refusals: ['group-not-found', 'not-group-creator', 'domain-not-allowed', 'too-many-invitations'],
})

export const resendInvitation = endpoint('resendInvitation', {
  request: 'POST /api/groups/:groupId/invitations/:invitationId/resend',
  params: () => sentInvitationParams,
  answer: () => sentInvitationSchema,
  refusals: [
    'group-not-found',
    'not-group-creator',
    'invitation-not-found',
    'resent-recently',
    'too-many-invitations',
  ],
})

export const cancelInvitation = endpoint('cancelInvitation', {
  request: 'DELETE /api/groups/:groupId/invitations/:invitationId',
  params: () => sentInvitationParams,
  refusals: ['group-not-found', 'not-group-creator', 'invitation-not-found'],
})

import * as z from 'zod/mini'
import { email } from './account.ts'
import { endpoint } from './endpoint.ts'
import { skippedSchema } from './group.ts'
import { idInPath, multiLine } from './text.ts'

export const maxInvitationsPerSend = 20
export const invitationMessage = multiLine('message', 500)
export const invitedEmail = email(value => `Invalid email format: ${value}`)

export const invitationStatuses = ['pending', 'accepted', 'declined', 'cancelled', 'expired'] as const

const invitation = {
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  /** Whom it invites. */
  email: z.string(),
  status: z.enum(invitationStatuses),
  /** A user's id; null when the inviter's account is gone. */
  invitedBy: z.nullable(z.string()),
  /** 'A user' for an inviter without a name. Null when the inviter's account is gone: the dialog says 'Someone'. */
  invitedByName: z.nullable(z.string()),
  message: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
}

/** An invitation as the invited person sees it. */
export const receivedInvitationSchema = z
  .object(invitation)
  .register(z.globalRegistry, { id: 'ReceivedInvitation' })

export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>

/** An invitation as the group's creator sees it. */
export const sentInvitationSchema = z
  .object({
    ...invitation,
    /** When Resend is allowed next; null for now. */
    resendAt: z.nullable(z.iso.datetime()),
  })
  .register(z.globalRegistry, { id: 'SentInvitation' })

export type SentInvitation = z.infer<typeof sentInvitationSchema>

const inGroup = z.strictObject({ groupId: idInPath })
const oneOfGroup = z.strictObject({ groupId: idInPath, invitationId: idInPath })
const oneOfMine = z.strictObject({ invitationId: idInPath })

const emailBlockSchema = z.object({ blocked: z.boolean() })

export const blockEmail = endpoint({
  name: 'blockEmail',
  tag: 'invitation',
  method: 'POST',
  path: '/api/email-block',
  summary: 'Stops invitation emails to the address that the link was mailed to. Twice is fine.',
  access: 'anybody',
  body: () =>
    z.strictObject({
      token: z
        .string('The token must be text.')
        .check(z.minLength(1, 'The token is required.'), z.maxLength(256, 'The token is too long.')),
    }),
  refusals: ['invalid-action-code', 'too-many-requests'],
})

export const readEmailBlock = endpoint({
  name: 'readEmailBlock',
  tag: 'invitation',
  method: 'GET',
  path: '/api/email-block',
  summary: "Whether invitation emails to the person's own address are stopped.",
  access: 'verified',
  answer: () => emailBlockSchema,
  refusals: [],
})

export const setEmailBlock = endpoint({
  name: 'setEmailBlock',
  tag: 'invitation',
  method: 'PUT',
  path: '/api/email-block',
  summary: "Stops invitation emails to the person's own address, or lets them come again.",
  access: 'verified',
  body: () => z.strictObject({ blocked: z.boolean('blocked must be true or false.') }),
  answer: () => emailBlockSchema,
  refusals: [],
})

export const listReceivedInvitations = endpoint({
  name: 'listReceivedInvitations',
  tag: 'invitation',
  method: 'GET',
  path: '/api/invitations',
  summary: "The pending invitations to the person's own address, newest first.",
  access: 'verified',
  answer: () => z.object({ invitations: z.array(receivedInvitationSchema) }),
  refusals: [],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  tag: 'invitation',
  method: 'POST',
  path: '/api/invitations/:invitationId/accept',
  summary:
    'Joins the group, Available. Accepting twice, or as a member already, succeeds and changes nothing.',
  access: 'verified',
  params: () => oneOfMine,
  answer: () => z.object({ groupId: z.string() }),
  refusals: ['invitation-not-found', 'invitation-answered', 'too-many-groups', 'group-full'],
})

export const declineInvitation = endpoint({
  name: 'declineInvitation',
  tag: 'invitation',
  method: 'POST',
  path: '/api/invitations/:invitationId/decline',
  summary: 'Declines an invitation.',
  access: 'verified',
  params: () => oneOfMine,
  refusals: ['invitation-not-found', 'invitation-answered', 'already-member'],
})

export const listSentInvitations = endpoint({
  name: 'listSentInvitations',
  tag: 'invitation',
  method: 'GET',
  path: '/api/groups/:groupId/invitations',
  summary: "The group's pending invitations, newest first. The creator's alone.",
  access: 'verified',
  params: () => inGroup,
  answer: () => z.object({ invitations: z.array(sentInvitationSchema) }),
  refusals: ['group-not-found', 'not-group-creator'],
})

export const inviteMembers = endpoint({
  name: 'inviteMembers',
  tag: 'invitation',
  method: 'POST',
  path: '/api/groups/:groupId/invitations',
  summary:
    "Invites up to 20 people by e-mail. One malformed address stops the whole batch. The creator's alone.",
  access: 'verified',
  params: () => inGroup,
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
  refusals: ['group-not-found', 'not-group-creator', 'too-many-invitations'],
})

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  tag: 'invitation',
  method: 'POST',
  path: '/api/groups/:groupId/invitations/:invitationId/resend',
  summary: 'Mails a pending invitation again, at most once an hour. Its expiry stays.',
  access: 'verified',
  params: () => oneOfGroup,
  answer: () => sentInvitationSchema,
  refusals: [
    'group-not-found',
    'not-group-creator',
    'invitation-not-found',
    'resent-recently',
    'too-many-invitations',
  ],
})

export const cancelInvitation = endpoint({
  name: 'cancelInvitation',
  tag: 'invitation',
  method: 'DELETE',
  path: '/api/groups/:groupId/invitations/:invitationId',
  summary: "Takes a pending invitation back. The creator's alone.",
  access: 'verified',
  params: () => oneOfGroup,
  refusals: ['group-not-found', 'not-group-creator', 'invitation-not-found'],
})

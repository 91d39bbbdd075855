import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath, inviteLinkCode } from './text.ts'

const endpoint = endpointsOf('invitation')

export const maxLinksPerGroup = 5
export const maxRequestsPerLink = 20
/** In minutes: an hour, a day, 7 days or 30 days. */
export const linkLifetimes = [60, 1_440, 10_080, 43_200] as const
export const defaultLinkLifetime = 10_080
export const maxLinkUses = 500
export const defaultLinkUses = 50

export const inviteLinkSchema = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    maxUses: z.int(),
    uses: z.int(),
    needsApproval: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'InviteLink' })

export type InviteLink = z.infer<typeof inviteLinkSchema>

export const joinRequestSchema = z
  .object({ userId: z.string(), displayName: z.string(), askedAt: z.iso.datetime() })
  .register(z.globalRegistry, { id: 'JoinRequest' })

export type JoinRequest = z.infer<typeof joinRequestSchema>

const groupParams = z.strictObject({ groupId: idInPath })
const requestParams = z.strictObject({ groupId: idInPath, userId: idInPath })

export const createInviteLink = endpoint('createInviteLink', {
  request: 'POST /api/groups/:groupId/links',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      lifetime: z._default(z.literal([...linkLifetimes]), defaultLinkLifetime),
      maxUses: z._default(
        z
          .int('maxUses must be a number.')
          .check(
            z.minimum(1, 'maxUses must be at least 1.'),
            z.maximum(maxLinkUses, `maxUses must be at most ${maxLinkUses}.`),
          ),
        defaultLinkUses,
      ),
      needsApproval: z._default(z.boolean('needsApproval must be true or false.'), false),
    }),
  answer: () => z.object({ link: inviteLinkSchema, address: z.string() }),
  refusals: ['group-not-found', 'not-group-creator', 'too-many-links', 'too-many-requests'],
})

export const listInviteLinks = endpoint('listInviteLinks', {
  request: 'GET /api/groups/:groupId/links',
  params: () => groupParams,
  answer: () => z.object({ links: z.array(inviteLinkSchema) }),
  refusals: ['group-not-found', 'not-group-creator'],
})

export const revokeInviteLink = endpoint('revokeInviteLink', {
  request: 'DELETE /api/groups/:groupId/links/:linkId',
  params: () => z.strictObject({ groupId: idInPath, linkId: idInPath }),
  refusals: ['group-not-found', 'not-group-creator'],
})

export const readInviteLink = endpoint('readInviteLink', {
  request: 'POST /api/invite-link',
  access: 'link',
  body: () => z.strictObject({ code: inviteLinkCode }),
  answer: () =>
    z.object({
      /** The name of the group's creator. Empty if the creator has none. */
      inviter: z.string(),
      groupName: z.string(),
      needsApproval: z.boolean(),
      /** The invited address, if the code is in an invitation email. Null for an invite link. */
      email: z.nullable(z.string()),
      /** The id of the group if the user is already a member. Null for everybody else. */
      groupId: z.nullable(z.string()),
    }),
  refusals: ['link-not-usable', 'too-many-requests'],
})

export const joinByLink = endpoint('joinByLink', {
  request: 'POST /api/invite-link/join',
  body: () => z.strictObject({ code: inviteLinkCode }),
  /** `groupId` is null if the creator must first let the user in. */
  answer: () => z.object({ groupId: z.nullable(z.string()) }),
  refusals: ['link-not-usable', 'too-many-groups', 'group-full', 'too-many-requests'],
})

export const listJoinRequests = endpoint('listJoinRequests', {
  request: 'GET /api/groups/:groupId/join-requests',
  params: () => groupParams,
  answer: () => z.object({ requests: z.array(joinRequestSchema) }),
  refusals: ['group-not-found', 'not-group-creator'],
})

export const admitToGroup = endpoint('admitToGroup', {
  request: 'POST /api/groups/:groupId/join-requests/:userId/admit',
  params: () => requestParams,
  refusals: ['group-not-found', 'not-group-creator', 'request-not-found', 'too-many-groups', 'group-full'],
})

export const declineJoinRequest = endpoint('declineJoinRequest', {
  request: 'DELETE /api/groups/:groupId/join-requests/:userId',
  params: () => requestParams,
  refusals: ['group-not-found', 'not-group-creator', 'request-not-found'],
})

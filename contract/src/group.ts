import * as z from 'zod/mini'
import { email } from './account.ts'
import { endpoint } from './endpoint.ts'
import { idInBody, idInPath, multiLine, name } from './text.ts'

export const groupName = name('groupName', 80)
export const groupDescription = multiLine('description', 500)

/** How many members a card of the dashboard carries; the group's page has them all. */
export const membersOnCard = 12

export const memberSchema = z
  .object({
    userId: z.string(),
    displayName: z.string(),
    /** True means available. */
    status: z.boolean(),
    /** When `status` last changed, or when the member joined. */
    lastUpdated: z.iso.datetime(),
  })
  .register(z.globalRegistry, { id: 'Member' })

export type Member = z.infer<typeof memberSchema>

export const groupSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    createdBy: z.string(),
    created: z.iso.datetime(),
    /** Grows by one with every change of the group, its members or their availability; live events carry it. */
    version: z.int(),
    memberCount: z.int(),
    availableCount: z.int(),
    /** The member to whom the creator has offered the group. Told to these two alone; for everybody else null. */
    offeredTo: z.nullable(z.string()),
    /** The asking person first, then the creator, then by name. In the list of groups only the first 12. */
    members: z.array(memberSchema),
  })
  .register(z.globalRegistry, { id: 'Group' })

/** A group as one of its members sees it, on a card and on its own page. */
export type Group = z.infer<typeof groupSchema>

export const skipReasons = ['already-invited', 'already-member', 'yourself'] as const
export type SkipReason = (typeof skipReasons)[number]

/** An address that got no invitation, because it needs none. */
export const skippedSchema = z.object({ email: z.string(), reason: z.enum(skipReasons) })
export type Skipped = z.infer<typeof skippedSchema>

const inGroup = z.strictObject({ groupId: idInPath })

export const listGroups = endpoint({
  name: 'listGroups',
  tag: 'group',
  method: 'GET',
  path: '/api/groups',
  summary: 'The groups of the person, newest first, each with its first 12 members.',
  access: 'verified',
  answer: () => z.object({ groups: z.array(groupSchema) }),
  refusals: [],
})

export const createGroup = endpoint({
  name: 'createGroup',
  tag: 'group',
  method: 'POST',
  path: '/api/groups',
  summary: 'Creates a group and invites people to it, all or nothing. The creator starts Available.',
  access: 'verified',
  body: () =>
    z.strictObject({
      name: groupName,
      description: z._default(groupDescription, ''),
      inviteEmails: z._default(
        z
          .array(email(value => `Invalid email format: ${value}`))
          .check(z.maxLength(100, 'Too many email addresses.')),
        [],
      ),
    }),
  answer: () => z.object({ ...groupSchema.shape, skipped: z.array(skippedSchema) }),
  refusals: ['too-many-groups', 'too-many-invitations', 'too-many-requests'],
})

export const readGroup = endpoint({
  name: 'readGroup',
  tag: 'group',
  method: 'GET',
  path: '/api/groups/:groupId',
  summary: 'A group with all its members.',
  access: 'verified',
  isConditional: true,
  params: () => inGroup,
  answer: () => groupSchema,
  refusals: ['group-not-found'],
})

export const updateGroup = endpoint({
  name: 'updateGroup',
  tag: 'group',
  method: 'PATCH',
  path: '/api/groups/:groupId',
  summary: "Changes name and description. The creator's alone.",
  access: 'verified',
  params: () => inGroup,
  body: () => z.strictObject({ name: groupName, description: groupDescription }),
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

export const deleteGroup = endpoint({
  name: 'deleteGroup',
  tag: 'group',
  method: 'DELETE',
  path: '/api/groups/:groupId',
  summary: "Deletes the group with its members and pending invitations. The creator's alone.",
  access: 'verified',
  params: () => inGroup,
  refusals: ['group-not-found', 'not-group-creator'],
})

export const leaveGroup = endpoint({
  name: 'leaveGroup',
  tag: 'group',
  method: 'DELETE',
  path: '/api/groups/:groupId/membership',
  summary: 'Leaves the group. The creator cannot.',
  access: 'verified',
  params: () => inGroup,
  refusals: ['group-not-found', 'creator-cannot-leave'],
})

export const offerGroup = endpoint({
  name: 'offerGroup',
  tag: 'group',
  method: 'PUT',
  path: '/api/groups/:groupId/offer',
  summary: "Offers the group to another member, in the place of an earlier offer. The creator's alone.",
  access: 'verified',
  params: () => inGroup,
  body: () => z.strictObject({ memberId: idInBody('memberId') }),
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'member-not-found', 'too-many-requests'],
})

export const withdrawOffer = endpoint({
  name: 'withdrawOffer',
  tag: 'group',
  method: 'DELETE',
  path: '/api/groups/:groupId/offer',
  summary: "Takes the offer back; without one nothing changes. The creator's alone.",
  access: 'verified',
  params: () => inGroup,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator'],
})

export const acceptOffer = endpoint({
  name: 'acceptOffer',
  tag: 'group',
  method: 'POST',
  path: '/api/groups/:groupId/offer/accept',
  summary: 'Takes over a group that was offered to the person: they are its creator from now on.',
  access: 'verified',
  params: () => inGroup,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'offer-not-found'],
})

export const declineOffer = endpoint({
  name: 'declineOffer',
  tag: 'group',
  method: 'POST',
  path: '/api/groups/:groupId/offer/decline',
  summary: 'Declines to take over a group that was offered to the person.',
  access: 'verified',
  params: () => inGroup,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'offer-not-found'],
})

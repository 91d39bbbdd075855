import * as z from 'zod/mini'
import { email } from './account.ts'
import { askers, callSchema } from './call.ts'
import { endpointsOf } from './endpoint.ts'
import { idInBody, idInPath, multiLine, name } from './text.ts'

const endpoint = endpointsOf('group')

export const groupName = name('groupName', 80)
export const groupDescription = multiLine('description', 500)

/** The limit of a card on the dashboard. The group's page shows all members. */
export const maxMembersOnCard = 12

export const maxNeeded = 500

export const maxDeputies = 5
/** For this long, only the deputy of the longest standing may take over a group that has no admin. */
export const deputyFirstDays = 3
/** Deputies learn that the creator has not been here for this long, and may ask to take the group over. */
export const creatorAwayDays = 60
/** For this long, the creator keeps the group by signing in. */
export const takeOverDays = 14

export const memberSchema = z
  .object({
    userId: z.string(),
    displayName: z.string(),
    /** True means available. */
    status: z.boolean(),
    /**
     * When the status last changed, or when the member joined if it has not changed yet. For other members, noon of the day
     * replaces a time that is more than 25 hours ago.
     */
    lastUpdated: z.iso.datetime(),
    until: z.optional(z.iso.datetime()),
    note: z.optional(z.string()),
    /**
     * When the member last confirmed or, without a confirmation, became Available. Absent if no question is open. For other
     * members, a time that is more than 25 hours ago is replaced as in `lastUpdated`.
     */
    unconfirmedSince: z.optional(z.iso.datetime()),
    /** In minutes. Only present for the requesting user, and only if the user has a usual end in the group. */
    usualEnd: z.optional(z.int()),
  })
  .register(z.globalRegistry, { id: 'Member' })

export type Member = z.infer<typeof memberSchema>

export const groupSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** Null while the group has no admin. */
    createdBy: z.nullable(z.string()),
    /** The ids of the deputies, the one of the longest standing first. Absent if there is none. */
    deputies: z.optional(z.array(z.string())),
    /** From when the user may take over the group. Absent if the group has an admin. */
    takeOverFrom: z.optional(z.iso.datetime()),
    created: z.iso.datetime(),
    /** Counts the changes of the group and of its members. Concurrent toggles may count as one change. */
    version: z.int(),
    memberCount: z.int(),
    availableCount: z.int(),
    needed: z.optional(z.int()),
    /** The number of Available members with an open question. These members do not count for `needed`. */
    unconfirmedCount: z.optional(z.int()),
    /** In minutes. */
    askingInterval: z.optional(z.int()),
    hasBoards: z.optional(z.literal(true)),
    /** Who may ask around. Absent: nobody. */
    askers: z.optional(z.enum(askers)),
    /** The newest first. Absent if there is none to show. */
    calls: z.optional(z.array(callSchema)),
    /** Null if there is no offer. Only the creator and the member to whom the group is offered see this id. Others get null. */
    offeredTo: z.nullable(z.string()),
    /** First the requesting user, then the creator, then the others by name. Groups in lists have only their first 12 members. */
    members: z.array(memberSchema),
  })
  .register(z.globalRegistry, { id: 'Group' })

export type Group = z.infer<typeof groupSchema>

export const skipReasons = ['already-invited', 'already-member', 'yourself'] as const
export type SkipReason = (typeof skipReasons)[number]

export const skippedSchema = z.object({ email: z.string(), reason: z.enum(skipReasons) })
export type Skipped = z.infer<typeof skippedSchema>

function neededNumber() {
  const number = z
    .int('needed must be a number.')
    .check(
      z.minimum(1, 'needed must be at least 1.'),
      z.maximum(maxNeeded, `needed must be at most ${maxNeeded}.`),
    )
  return z.nullable(number)
}

const groupParams = z.strictObject({ groupId: idInPath })
const memberParams = () => z.strictObject({ groupId: idInPath, userId: idInPath })

export const listGroups = endpoint('listGroups', {
  request: 'GET /api/groups',
  keys: 'see',
  answer: () => z.object({ groups: z.array(groupSchema) }),
})

export const createGroup = endpoint('createGroup', {
  request: 'POST /api/groups',
  body: () =>
    z.strictObject({
      name: groupName,
      description: z._default(groupDescription, ''),
      needed: z._default(neededNumber(), null),
      inviteEmails: z._default(z.array(email()).check(z.maxLength(100, 'Too many email addresses.')), []),
    }),
  answer: () => z.object({ ...groupSchema.shape, skipped: z.array(skippedSchema) }),
  refusals: ['too-many-groups', 'domain-not-allowed', 'too-many-invitations', 'too-many-requests'],
})

export const readGroup = endpoint('readGroup', {
  request: 'GET /api/groups/:groupId',
  isConditional: true,
  keys: 'see',
  params: () => groupParams,
  answer: () => groupSchema,
  refusals: ['group-not-found'],
})

export const updateGroup = endpoint('updateGroup', {
  request: 'PATCH /api/groups/:groupId',
  params: () => groupParams,
  body: () => z.strictObject({ name: groupName, description: groupDescription }),
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

export const setNeeded = endpoint('setNeeded', {
  request: 'PUT /api/groups/:groupId/needed',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      needed: neededNumber(),
    }),
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

export const setAskers = endpoint('setAskers', {
  request: 'PUT /api/groups/:groupId/askers',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      askers: z.nullable(z.enum(askers, 'askers must be admins, members or null.')),
    }),
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

export const deleteGroup = endpoint('deleteGroup', {
  request: 'DELETE /api/groups/:groupId',
  params: () => groupParams,
  refusals: ['group-not-found', 'not-group-creator'],
})

export const leaveGroup = endpoint('leaveGroup', {
  request: 'DELETE /api/groups/:groupId/membership',
  params: () => groupParams,
  refusals: ['group-not-found', 'creator-cannot-leave'],
})

export const removeMember = endpoint('removeMember', {
  request: 'DELETE /api/groups/:groupId/members/:userId',
  params: memberParams,
  refusals: ['group-not-found', 'not-group-creator', 'member-not-found', 'creator-cannot-leave'],
})

export const makeDeputy = endpoint('makeDeputy', {
  request: 'PUT /api/groups/:groupId/deputies/:userId',
  params: memberParams,
  answer: () => groupSchema,
  refusals: [
    'group-not-found',
    'not-group-creator',
    'member-not-found',
    'too-many-deputies',
    'too-many-requests',
  ],
})

/** The creator ends it, or the deputy. */
export const endDeputy = endpoint('endDeputy', {
  request: 'DELETE /api/groups/:groupId/deputies/:userId',
  params: memberParams,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'too-many-requests'],
})

/** For a member of a group that has no admin. */
export const takeOverGroup = endpoint('takeOverGroup', {
  request: 'POST /api/groups/:groupId/take-over',
  params: () => groupParams,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'group-has-admin', 'deputy-first'],
})

/** It is not part of a group, so that nothing that other members receive depends on it. */
const takeOverSchema = z
  .object({
    /** The creator has not been here for `creatorAwayDays`. */
    isCreatorAway: z.boolean(),
    /** The deputy who has asked, and when the deputy becomes the creator. */
    asked: z.nullable(z.object({ userId: z.string(), at: z.iso.datetime() })),
  })
  .register(z.globalRegistry, { id: 'TakeOver' })

export type TakeOver = z.infer<typeof takeOverSchema>

/** For deputies. Changes with 'group.invitations.changed'. */
export const readTakeOver = endpoint('readTakeOver', {
  request: 'GET /api/groups/:groupId/take-over-request',
  params: () => groupParams,
  answer: () => takeOverSchema,
  refusals: ['group-not-found', 'not-group-creator'],
})

/** For a deputy while the creator is away. The creator says no by signing in. */
export const askToTakeOver = endpoint('askToTakeOver', {
  request: 'PUT /api/groups/:groupId/take-over-request',
  params: () => groupParams,
  answer: () => takeOverSchema,
  refusals: ['group-not-found', 'not-group-creator', 'group-has-admin', 'too-many-requests'],
})

export const offerGroup = endpoint('offerGroup', {
  request: 'PUT /api/groups/:groupId/offer',
  params: () => groupParams,
  body: () => z.strictObject({ memberId: idInBody('memberId') }),
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator', 'member-not-found', 'too-many-requests'],
})

export const withdrawOffer = endpoint('withdrawOffer', {
  request: 'DELETE /api/groups/:groupId/offer',
  params: () => groupParams,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'not-group-creator'],
})

export const acceptOffer = endpoint('acceptOffer', {
  request: 'POST /api/groups/:groupId/offer/accept',
  params: () => groupParams,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'offer-not-found'],
})

export const declineOffer = endpoint('declineOffer', {
  request: 'POST /api/groups/:groupId/offer/decline',
  params: () => groupParams,
  answer: () => groupSchema,
  refusals: ['group-not-found', 'offer-not-found'],
})

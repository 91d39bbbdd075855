import * as account from '@grouplight/contract/account.ts'
import * as accountExport from '@grouplight/contract/account-export.ts'
import * as availability from '@grouplight/contract/availability.ts'
import { functionsPath } from '@grouplight/contract/callable.ts'
import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import * as group from '@grouplight/contract/group.ts'
import * as invitation from '@grouplight/contract/invitation.ts'
import * as notification from '@grouplight/contract/notification.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs, later } from '#clock.ts'
import { rows } from '#database/database.ts'
import { invitations, memberships, users } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import type { Person, Reply } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

const roles = ['guest', 'unverified', 'stranger', 'former', 'invitee', 'member', 'creator'] as const
type Role = (typeof roles)[number]
type People = Record<Role, Person>
/** `invitationId`: the invitee's. `own`: what else people have been sent to this group. */
type Scene = { groupId: string; creatorId: string; invitationId: string; own: Partial<Record<Role, string>> }
type Row = {
  operation: string
  what: string
  ask(who: Person, scene: Scene, role: Role): Promise<Reply>
  answers: number[]
}

// Roles in the order above. Accepting as a member already succeeds and changes nothing, as the decisions have it.
const matrix: Row[] = [
  {
    operation: 'readGroup',
    what: 'reading the group',
    ask: (who, { groupId }) => who.call(group.readGroup, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 200, 200],
  },
  {
    operation: 'setAvailability',
    what: 'setting one’s own availability',
    ask: (who, { groupId }) => setAvailable(who, groupId, who.userId || newId()),
    answers: [401, 403, 404, 404, 404, 200, 200],
  },
  {
    operation: 'setAvailability',
    what: 'setting another’s availability',
    ask: (who, { groupId, creatorId }, role) =>
      setAvailable(who, groupId, role === 'creator' ? people.member.userId : creatorId),
    answers: [401, 403, 404, 404, 404, 403, 403],
  },
  {
    operation: 'updateGroup',
    what: 'editing name and description',
    ask: (who, { groupId }) =>
      who.call(group.updateGroup, { params: { groupId }, body: { name: 'Mine now', description: '' } }),
    answers: [401, 403, 404, 404, 404, 403, 200],
  },
  {
    operation: 'inviteMembers',
    what: 'inviting',
    ask: (who, { groupId }) =>
      who.call(invitation.inviteMembers, { params: { groupId }, body: { emails: ['new@example.org'] } }),
    answers: [401, 403, 404, 404, 404, 403, 200],
  },
  {
    operation: 'listSentInvitations',
    what: 'listing the pending invitations',
    ask: (who, { groupId }) => who.call(invitation.listSentInvitations, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 403, 200],
  },
  {
    operation: 'resendInvitation',
    what: 'sending an invitation again',
    ask: (who, { groupId, invitationId }) =>
      who.call(invitation.resendInvitation, { params: { groupId, invitationId } }),
    answers: [401, 403, 404, 404, 404, 403, 200],
  },
  {
    operation: 'cancelInvitation',
    what: 'taking an invitation back',
    ask: (who, { groupId, invitationId }) =>
      who.call(invitation.cancelInvitation, { params: { groupId, invitationId } }),
    answers: [401, 403, 404, 404, 404, 403, 204],
  },
  {
    operation: 'sendEmailHttp',
    what: 'mailing an invitee',
    ask: who => who.request('POST', `${functionsPath}/sendEmailHttp`, { to: people.invitee.email }),
    answers: [401, 403, 403, 403, 403, 403, 200],
  },
  {
    operation: 'deleteGroup',
    what: 'deleting the group',
    ask: (who, { groupId }) => who.call(group.deleteGroup, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 403, 204],
  },
  {
    operation: 'offerGroup',
    what: 'offering the group to a member',
    ask: (who, { groupId }) =>
      who.call(group.offerGroup, { params: { groupId }, body: { memberId: people.unverified.userId } }),
    answers: [401, 403, 404, 404, 404, 403, 200],
  },
  {
    operation: 'withdrawOffer',
    what: 'taking an offer back',
    ask: (who, { groupId }) => who.call(group.withdrawOffer, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 403, 200],
  },
  {
    operation: 'acceptOffer',
    what: 'accepting an offer that was made to the member',
    ask: (who, { groupId }) => who.call(group.acceptOffer, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 200, 404],
  },
  {
    operation: 'declineOffer',
    what: 'declining an offer that was made to the member',
    ask: (who, { groupId }) => who.call(group.declineOffer, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 200, 404],
  },
  {
    operation: 'leaveGroup',
    what: 'leaving',
    ask: (who, { groupId }) => who.call(group.leaveGroup, { params: { groupId } }),
    answers: [401, 403, 404, 404, 404, 204, 409],
  },
  {
    operation: 'acceptInvitation',
    what: 'accepting one’s own invitation, or somebody else’s when there is none',
    ask: (who, scene, role) => who.call(invitation.acceptInvitation, ownInvitation(scene, role)),
    answers: [401, 403, 404, 404, 200, 200, 200],
  },
  {
    operation: 'declineInvitation',
    what: 'declining one’s own invitation, or somebody else’s when there is none',
    ask: (who, scene, role) => who.call(invitation.declineInvitation, ownInvitation(scene, role)),
    answers: [401, 403, 404, 404, 204, 409, 409],
  },
]

let people: People

beforeAll(async () => {
  const verified = roles.filter(role => role !== 'guest')
  const signedUp = await Promise.all(verified.map(async role => [role, await app.signUp(role)] as const))
  people = { ...(Object.fromEntries(signedUp) as People), guest: app.guest() }
  await app.database
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(eq(users.id, people.unverified.userId))
})

describe('who may', () => {
  test.each(matrix)('$what: $answers', async ({ ask, answers }) => {
    const scene = await newScene()
    const refused = (role: Role) => (answers[roles.indexOf(role)] ?? 0) >= 400
    for (const role of roles.filter(refused)) {
      const before = await everything()
      const { status } = await ask(people[role], scene, role)
      expect([role, status]).toEqual([role, answers[roles.indexOf(role)]])
      expect(await everything(), `after the refusal of ${role}`).toEqual(before)
    }
    for (const role of roles.filter(role => !refused(role))) {
      const { status } = await ask(people[role], scene, role)
      expect([role, status]).toEqual([role, answers[roles.indexOf(role)]])
    }
  })

  test('a former member accepts a new invitation of their own', async () => {
    const { creator, former } = people
    const { groupId } = await newScene()
    await creator.ok(invitation.inviteMembers, { params: { groupId }, body: { emails: [former.email] } })
    const { invitations } = await former.ok(invitation.listReceivedInvitations)
    expect(invitations.map(({ groupId }) => groupId)).toEqual([groupId])
    await former.ok(invitation.acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
    await former.ok(group.readGroup, { params: { groupId } })
  })

  test('what needs nobody’s group still needs somebody verified', async () => {
    const endpoints = verifiedEndpoints.filter(({ name }) => !matrix.some(row => row.operation === name))
    expect(endpoints.map(({ path }) => path).filter(path => /:groupId|:invitationId/.test(path))).toEqual([])
    for (const endpoint of endpoints) {
      const input = { params: { notificationId: 1 } }
      const before = await everything()
      expect(await people.guest.call(endpoint, input)).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      })
      expect(await people.unverified.call(endpoint, input)).toMatchObject({
        status: 403,
        body: { code: 'email-not-verified', message: 'Please verify your email before accessing the app.' },
      })
      expect(await everything()).toEqual(before)
    }
  })

  test('every route that is served is in one of these tests', async () => {
    const { body } = await people.guest.request('GET', '/api/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> }
    const served = Object.values(paths).flatMap(methods =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    const known = [
      ...matrix.map(({ operation }) => operation),
      ...verifiedEndpoints.map(({ name }) => name),
      ...forAnybody,
    ]
    expect(served.filter(operation => !known.includes(operation))).toEqual([])
    expect(known.filter(operation => !served.includes(operation))).toEqual([])
  })
})

const forAnybody = [
  ...['readDashboard', 'readSession', 'signIn', 'signOut', 'signUp', 'verifyEmail'],
  ...['sendCustomPasswordReset', 'resetPasswordWithToken', 'sendVerificationEmail'],
]

const verifiedEndpoints = [account, accountExport, availability, group, invitation, notification]
  .flatMap(word => Object.values(word) as unknown[])
  .filter((exported): exported is Endpoint => (exported as Endpoint | undefined)?.access === 'verified')

/** A group with its creator, a member to whom it is offered, a former member, an unverified member and a pending invitation. */
async function newScene(): Promise<Scene> {
  const { creator, member, former, unverified, invitee } = people
  const now = app.clock.now()
  const { id: groupId } = await app.groupOf(creator, member, former)
  await former.ok(group.leaveGroup, { params: { groupId } })
  await creator.ok(group.offerGroup, { params: { groupId }, body: { memberId: member.userId } })
  await app.database
    .insert(memberships)
    .values({ groupId, userId: unverified.userId, available: true, availableSince: now, joinedAt: now })
  const { invited } = await creator.ok(invitation.inviteMembers, {
    params: { groupId },
    body: { emails: [invitee.email] },
  })
  const toCreator = { id: newId(), groupId, email: creator.email, message: '', status: 'pending' } as const
  const instants = { createdAt: now, updatedAt: now, expiresAt: later(now, dayMs) }
  await app.database.insert(invitations).values({ ...toCreator, ...instants, invitedBy: creator.userId })
  const [toMember] = await app.database
    .select({ id: invitations.id })
    .from(invitations)
    .where(sql`group_id = ${groupId} and email = ${member.email}`)
  const own = { creator: toCreator.id, member: toMember?.id ?? '' }
  return { groupId, creatorId: creator.userId, invitationId: invited[0]?.id ?? '', own }
}

function ownInvitation({ own, invitationId }: Scene, role: Role) {
  return { params: { invitationId: own[role] ?? invitationId } }
}

function setAvailable(who: Person, groupId: string, userId: string): Promise<Reply> {
  return who.call(availability.setAvailability, { params: { groupId, userId }, body: { available: false } })
}

/** All rows of all tables. Of letters only which there are: the courier marks them in its own time. */
async function everything(): Promise<unknown> {
  const tables = [
    'users',
    'sessions',
    'action_codes',
    'attempts',
    'groups',
    'memberships',
    'invitations',
    'notices',
    'notifications',
  ]
  const contents = tables.map(table =>
    sql.raw(`(select json_agg(t order by t::text) from ${table} t) as ${table}`),
  )
  const letters = sql.raw('(select json_agg(id order by id) from letters) as letters')
  return rows(app.database, sql`select ${sql.join([...contents, letters], sql`, `)}`)
}

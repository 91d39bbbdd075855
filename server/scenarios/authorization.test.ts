import { leaveGroup, readGroup } from '@grouplight/contract/group.ts'
import { acceptInvitation, inviteMembers, listReceivedInvitations } from '@grouplight/contract/invitation.ts'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addMs, dayMs } from '#clock.ts'
import { rows } from '#database/database.ts'
import * as schema from '#database/schema.ts'
import { newId } from '#new-id.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import type { Person, Reply } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'
import {
  type Actor,
  actors,
  matrix,
  type Row,
  type Scene,
  type Told,
} from './authorization-matrix.fixture.ts'

const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' })
const { groups, invitations, memberships, users } = schema

const lines = Object.entries(matrix).flatMap(([operation, lines]: [string, readonly Row[]]) =>
  lines.map(line => ({ operation, ...line })),
)
const outsiders: Actor[] = ['guest', 'unverified', 'stranger', 'former', 'invitee']

let people: Record<Actor, Person>
let unverifiedDevice: Person
let asking: string[]
let screens: [Actor, LiveScreen][] = []

beforeAll(async () => {
  const known = actors.filter(actor => actor !== 'guest')
  const signedUp = await Promise.all(known.map(async actor => [actor, await app.signUp(actor)] as const))
  people = { ...(Object.fromEntries(signedUp) as Record<Actor, Person>), guest: app.guest() }
  unverifiedDevice = await people.unverified.onAnotherDevice()
  await app.database
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(eq(users.uid, people.unverified.userId))
  asking = (await operations()).filter(({ method }) => method === 'get').map(({ name }) => name)
  expect(asking.length).toBeGreaterThan(5)
})

afterEach(async () => {
  for (const [, screen] of screens) screen.close()
})

describe('who may', () => {
  test.each(lines)('$operation: $what', async ({ operation, ask, answers, tells = {} }) => {
    const cells = actors.map((actor, place) => ({ actor, expected: answers[place] ?? '' }))
    const isRefused = ({ expected }: { expected: string }) => Number(expected.slice(0, 3)) >= 400

    const scene = await newScene()
    for (const { actor, expected } of cells.filter(isRefused)) {
      const before = await everything()
      const reply = await ask(people[actor], scene, actor)
      expect([actor, inShort(reply)]).toEqual([actor, expected])
      expect(await everything(), `after the refusal of ${actor}`).toEqual(before)
      // Whoever does not belong here cannot tell what is there from what is not.
      if (outsiders.includes(actor))
        expect(bytes(await ask(people[actor], nowhere(), actor)), actor).toEqual(bytes(reply))
    }
    expect(await heard(), 'of a refusal').toEqual({})

    for (const { actor, expected } of cells.filter(cell => !isRefused(cell))) {
      const scene = await newScene()
      const before = await everything()
      expect([actor, inShort(await ask(people[actor], scene, actor))]).toEqual([actor, expected])
      if (asking.includes(operation)) expect(await everything(), 'a GET changes nothing').toEqual(before)
      expect([actor, await heard()]).toEqual([actor, tells[actor] ?? {}])
    }
  })

  test('a former member accepts a new invitation of their own', async () => {
    const { creator, former } = people
    const { id: groupId } = await app.groupOf(creator, former)
    await former.ok(leaveGroup, { params: { groupId } })
    await creator.ok(inviteMembers, { params: { groupId }, body: { emails: [former.email] } })
    const { invitations } = await former.ok(listReceivedInvitations)
    expect(invitations.map(({ groupId }) => groupId)).toEqual([groupId])
    await former.ok(acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
    await former.ok(readGroup, { params: { groupId } })
  })

  test('every operation that is served has a row, and every row an operation', async () => {
    const served = (await operations()).map(({ name }) => name)
    expect(Object.keys(matrix).sort()).toEqual(served.sort())
  })
})

async function operations(): Promise<{ name: string; method: string }[]> {
  const { body } = await people.guest.request('GET', '/api/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> }
  return Object.values(paths).flatMap(methods =>
    Object.entries(methods).map(([method, { operationId }]) => ({ name: operationId, method })),
  )
}

/**
 * A group with its creator, a member to whom it is offered, a former member, an unverified member and a pending invitation,
 * and the screens of everybody who can have one.
 */
async function newScene(): Promise<Scene> {
  for (const [, screen] of screens) screen.close()
  await app.database.delete(groups)
  const now = app.clock.now()
  const { creator, member, former, unverified, invitee } = people
  const groupId = newId()
  const own = { creator: newId(), member: newId() }
  const pending = { id: newId(), email: invitee.email }
  await app.database.transaction(async transaction => {
    await transaction.insert(groups).values({
      ...{ id: groupId, name: 'Mountain Rescue', description: 'Night shift' },
      ...{ createdBy: creator.userId, created: now },
    })
    await transaction.insert(memberships).values(
      [creator, member, unverified].map(({ userId }) => ({
        ...{ groupId, userId, status: true, lastUpdated: now, joinedAt: now },
        groupOfferedAt: userId === member.userId ? now : null,
      })),
    )
    const sent = { groupId, invitedBy: creator.userId, message: '', createdAt: now, updatedAt: now }
    const kept = { ...sent, expiresAt: addMs(now, dayMs) }
    await transaction.insert(invitations).values([
      { ...kept, ...pending, status: 'pending' },
      { ...kept, id: own.creator, email: creator.email, status: 'pending' },
      { ...kept, id: own.member, email: member.email, status: 'accepted' },
      { ...kept, id: newId(), email: former.email, status: 'accepted' },
    ])
  })
  const watching = actors.filter(actor => !['guest', 'unverified'].includes(actor))
  const opened = watching.map(
    async (actor): Promise<[Actor, LiveScreen]> => [actor, await people[actor].open()],
  )
  screens = await Promise.all(opened)
  for (const [, screen] of screens) screen.clear()
  const ids = { groupId, creatorId: creator.userId, memberId: member.userId }
  return { ...ids, invitation: pending, own, unverifiedDevice }
}

/** The same scene with nothing in it. */
function nowhere(): Scene {
  const invitation = { id: newId(), email: `${newId()}@example.org` }
  return { groupId: newId(), invitation, creatorId: newId(), memberId: newId(), own: {}, unverifiedDevice }
}

/** What every screen has heard since the scene was set, by name and sorted; who heard nothing is left out. */
async function heard(): Promise<Told> {
  const told: Told = {}
  for (const [actor, screen] of screens) {
    const names = (await screen.settled()).map(([name]) => name).sort()
    if (names.length > 0) told[actor] = names
  }
  return told
}

function inShort({ status, body }: Reply): string {
  const { code, error } = body as { code?: string; error?: { status: string } }
  return status < 400 ? String(status) : `${status} ${code ?? error?.status}`
}

/** An answer as it came over the wire, but for its date. */
function bytes({ status, headers, body }: Reply): unknown {
  return { status, headers: [...headers].filter(([name]) => name !== 'date'), body: JSON.stringify(body) }
}

/**
 * A digest of every table. Only two are set apart: `attempts`, which counts what is refused as well, and of emails all
 * but which there are, because the email worker marks them in its own time.
 */
async function everything(): Promise<unknown> {
  const tables = Object.values(schema).flatMap(part => (is(part, PgTable) ? [getTableName(part)] : []))
  const digests = tables
    .filter(table => table !== 'attempts')
    .map(table => {
      const row = table === 'outbox' ? 'id' : 't::text'
      return sql.raw(`(select md5(string_agg(${row}, ',' order by ${row})) from ${table} t) as ${table}`)
    })
  return rows(app.database, sql`select ${sql.join(digests, sql`, `)}`)
}

import { randomBytes } from 'node:crypto'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { createBoardCode } from '#features/board/board-codes.ts'
import { sealTarget } from '#features/hook/hook-target.ts'
import { addMs, dayMs, hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import * as schema from '#platform/database/schema.ts'
import { hashToken, newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import {
  type Actor,
  actors,
  type LiveMessages,
  matrix,
  type Row,
  type TestData,
} from '#testing/authorization-matrix.ts'
import { messagesAfter } from '#testing/deputy-column.ts'
import { newSubscription } from '#testing/fake-push-service.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp({
  LIMIT_INVITATIONS_PER_DAY: '100000',
  // Nothing listens on this port.
  PUSH_SERVICES: 'http://127.0.0.1:9',
  HOOK_HOSTS: 'http://127.0.0.1:9',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'grouplight',
  OIDC_CLIENT_SECRET: 'a secret',
})
const {
  boards,
  calls,
  devices,
  groups,
  hooks,
  invitations,
  inviteLinks,
  joinRequests,
  keys,
  memberships,
  passkeys,
  sessions,
  users,
  watches,
} = schema

const lines = Object.entries(matrix).flatMap(([operation, lines]: [string, readonly Row[]]) =>
  lines.map(line => ({ operation, ...line })),
)
const outsiders: Actor[] = ['guest', 'unverified', 'stranger', 'former', 'invitee']

let userOf: Record<Actor, TestUser>
let unverifiedDevice: TestUser
let readOperations: string[]
let screens: [Actor, LiveScreen][] = []

beforeAll(async () => {
  const known = actors.filter(actor => actor !== 'guest')
  const signedUp = await Promise.all(known.map(async actor => [actor, await app.signUp(actor)] as const))
  userOf = { ...(Object.fromEntries(signedUp) as Record<Actor, TestUser>), guest: app.guest() }
  unverifiedDevice = await userOf.unverified.onAnotherDevice()
  await app.database
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(eq(users.uid, userOf.unverified.userId))
  readOperations = (await operations()).filter(({ method }) => method === 'get').map(({ name }) => name)
  await setOperator(app.services, { userId: userOf.operator.userId, isOperator: true })
  expect(readOperations.length).toBeGreaterThan(5)
})

afterEach(async () => {
  for (const [, screen] of screens) screen.close()
})

describe('authorization', () => {
  test.each(lines)('$operation: $what', async ({ operation, ...row }) => {
    const { ask, answers, deputy, operator = answers[actors.indexOf('stranger')] } = row
    const cells = actors.map((actor, at) => ({
      actor,
      expected:
        (actor === 'operator'
          ? operator
          : (answers[at] ?? deputy?.answer ?? answers[actors.indexOf('member')])) ?? '',
    }))
    const isRefused = ({ expected }: { expected: string }) => Number(expected.slice(0, 3)) >= 400

    const data = await newTestData()
    for (const { actor, expected } of cells.filter(isRefused)) {
      const before = await tableDigests()
      const reply = await ask(userOf[actor], data, actor)
      expect([actor, inShort(reply)]).toEqual([actor, expected])
      expect(await tableDigests(), `after the refusal of ${actor}`).toEqual(before)
      // For users who may not see the group, the responses for existing and for missing ids must be equal.
      if (outsiders.includes(actor))
        expect(withoutDate(await ask(userOf[actor], missingData(), actor)), actor).toEqual(withoutDate(reply))
    }
    expect(await receivedMessages(), 'live messages after refusals').toEqual({})

    // The time of the last backup is kept.
    const isReading = readOperations.includes(operation) && operation !== 'downloadBackup'
    for (const { actor, expected } of cells.filter(cell => !isRefused(cell))) {
      const before = isReading && (await tableDigests())
      const asked = isReading ? data : await newTestData()
      expect([actor, inShort(await ask(userOf[actor], asked, actor))]).toEqual([actor, expected])
      if (isReading) expect(await tableDigests(), 'a GET changes nothing').toEqual(before)
      expect([actor, await receivedMessages()]).toEqual([actor, messagesAfter(actor, row)])
    }
  })

  test('a former member can accept a new invitation to the group', async () => {
    const { creator, former } = userOf
    const { id: groupId } = await app.groupOf(creator, former)
    await former.ok(api.leaveGroup, { params: { groupId } })
    await creator.invite(groupId, former.email)
    const invitations = await former.received()
    expect(invitations.map(({ groupId }) => groupId)).toEqual([groupId])
    await former.ok(api.acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
    await former.group(groupId)
  })

  test('the matrix has rows for every operation of the HTTP API and for nothing else', async () => {
    const served = (await operations()).map(({ name }) => name)
    expect(Object.keys(matrix).sort()).toEqual(served.sort())
  })
})

async function operations(): Promise<{ name: string; method: string }[]> {
  const { body } = await userOf.guest.request('GET', '/api/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> }
  return Object.values(paths).flatMap(methods =>
    Object.entries(methods).map(([method, { operationId }]) => ({ name: operationId, method })),
  )
}

/**
 * Replaces all groups by one group, and adds the other test data. The group is offered to the member, and the former member asks to
 * join. Opens a live connection for every actor who may have one.
 */
async function newTestData(): Promise<TestData> {
  for (const [, screen] of screens) screen.close()
  await app.database.delete(groups)
  const now = app.clock.now()
  const { creator, member, deputy, former, unverified, invitee } = userOf
  const groupId = newId()
  const own = { creator: newId(), member: newId() }
  const pending = { id: newId(), email: invitee.email }
  await app.database.transaction(async transaction => {
    await transaction.insert(groups).values({
      ...{ id: groupId, name: 'Mountain Rescue', description: 'Night shift' },
      ...{ createdBy: creator.userId, created: now, askers: 'members' },
    })
    await transaction.insert(memberships).values(
      [creator, member, deputy, unverified].map(({ userId }) => ({
        ...{ groupId, userId, status: true, lastUpdated: now, joinedAt: addMs(now, -dayMs) },
        groupOfferedAt: userId === member.userId ? now : null,
        deputySince: userId === deputy.userId ? now : null,
      })),
    )
    const sentAt = addMs(now, -hourMs)
    const sent = { groupId, invitedBy: creator.userId, message: '', createdAt: sentAt, updatedAt: sentAt }
    const kept = { ...sent, expiresAt: addMs(now, dayMs) }
    await transaction.insert(invitations).values([
      { ...kept, ...pending, status: 'pending' },
      { ...kept, id: own.creator, email: creator.email, status: 'pending' },
      { ...kept, id: own.member, email: member.email, status: 'accepted' },
      { ...kept, id: newId(), email: former.email, status: 'accepted' },
    ])
  })
  const token = 'x'.repeat(21).concat('y')
  const link = { groupId, createdAt: now, expiresAt: addMs(now, dayMs), maxUses: 9, needsApproval: false }
  const [linkId, askedLinkId] = [newId(), newId()]
  await app.database.insert(inviteLinks).values([
    { ...link, id: linkId, secretHash: hashToken(app.services.secret, token) },
    { ...link, id: askedLinkId, secretHash: Buffer.of(), needsApproval: true, uses: 1 },
  ])
  await app.database
    .insert(joinRequests)
    .values({ groupId, userId: former.userId, inviteLinkId: askedLinkId, askedAt: now })
  const [session] = await app.database.select().from(sessions).where(eq(sessions.userId, creator.userId))
  const deviceId = newId()
  await app.database.delete(devices)
  await app.database.insert(devices).values({
    ...newSubscription('http://127.0.0.1:9/1'),
    ...{ id: deviceId, userId: creator.userId, sessionHash: session?.tokenHash ?? Buffer.of() },
    ...{ confirmationHash: Buffer.of(), confirmedAt: now, createdAt: now, seenAt: now },
  })
  const tokenHash = randomBytes(32)
  await app.database
    .insert(sessions)
    .values({ tokenHash, userId: creator.userId, createdAt: now, expiresAt: addMs(now, dayMs) })
  const creatorSessionId = tokenHash.toString('hex')
  const watchId = newId()
  await app.database
    .insert(watches)
    .values({ id: watchId, groupId, userId: creator.userId, needed: 9, endsAt: addMs(now, dayMs) })
  const callId = newId()
  await app.database.insert(calls).values({
    ...{ id: callId, groupId, askerId: member.userId, text: 'Fire drill', everybody: false, needed: null },
    ...{ openedAt: addMs(now, -hourMs), rungAt: addMs(now, -hourMs), endsAt: addMs(now, dayMs) },
  })
  const passkeyId = newId()
  await app.database.delete(passkeys)
  await app.database.insert(passkeys).values({
    ...{ id: passkeyId, userId: creator.userId, credentialId: Buffer.of(1), publicKey: Buffer.of(1) },
    ...{ counter: 0, transports: [], name: 'Phone', createdAt: now },
  })
  const keyId = newId()
  await app.database.delete(keys)
  await app.database.insert(keys).values({
    ...{ id: keyId, userId: creator.userId, tokenHash: Buffer.of(1), name: 'Lamp', maySwitch: true },
    ...{ createdAt: now, lastFour: 'aaaa' },
  })
  const [hookId, groupHookId] = [newId(), newId()]
  const target = { url: 'http://127.0.0.1:9/1', token: null, secret: null }
  const hook = (id: string) => ({
    ...{ id, name: 'Lamp', kind: 'webhook' as const, host: '127.0.0.1:9' },
    ...{ timeZone: 'UTC', createdAt: now, lastSent: {}, outcomes: [] },
    target: sealTarget(target, id, app.services.secret),
  })
  await app.database.delete(hooks)
  await app.database.insert(hooks).values([
    { ...hook(hookId), userId: creator.userId },
    { ...hook(groupHookId), groupId },
  ])
  const boardId = newId()
  await app.database.insert(boards).values({
    ...{ id: boardId, groupId, secretHash: hashToken(app.services.secret, token), createdAt: now },
    ...{ showsNames: true, frameOrigins: [], lastSeenOn: now.toISOString().slice(0, 10) },
  })
  const watching = actors.filter(actor => !['guest', 'unverified'].includes(actor))
  const opened = watching.map(
    async (actor): Promise<[Actor, LiveScreen]> => [actor, await userOf[actor].open()],
  )
  screens = await Promise.all(opened)
  for (const [, screen] of screens) screen.clear()
  const ids = {
    groupId,
    creatorId: creator.userId,
    memberId: member.userId,
    deputyId: deputy.userId,
    askedId: former.userId,
  }
  const links = { linkId, code: `${linkId}.${token}` }
  // One network would exceed the limit, because each test asks for a code.
  const { code: screenCode } = await createBoardCode(app.services, newId())
  const board = { boardId, boardCode: `${boardId}.${token}`, screenCode }
  const hooksAndKeys = { keyId, hookId, groupHookId }
  const owned = { own, deviceId, watchId, callId, passkeyId, creatorSessionId, ...hooksAndKeys, ...board }
  return { ...ids, ...links, ...owned, invitation: pending, unverifiedDevice }
}

/** Returns ids and codes that are not in the database, and the existing `unverifiedDevice`. */
function missingData(): TestData {
  const invitation = { id: newId(), email: `${newId()}@example.org` }
  const links = { linkId: newId(), code: `${newId()}.${'x'.repeat(22)}` }
  const ids = {
    groupId: newId(),
    creatorId: newId(),
    memberId: newId(),
    deputyId: newId(),
    askedId: newId(),
    ...links,
  }
  const creatorSessionId = randomBytes(32).toString('hex')
  const board = { boardId: newId(), boardCode: `${newId()}.${'x'.repeat(22)}`, screenCode: '222222' }
  const owned = {
    own: {},
    deviceId: newId(),
    watchId: newId(),
    callId: newId(),
    passkeyId: newId(),
    keyId: newId(),
    hookId: newId(),
    groupHookId: newId(),
    creatorSessionId,
    ...board,
  }
  return { ...ids, ...owned, invitation, unverifiedDevice }
}

/** Returns the sorted names of the live messages that each actor has received. Actors without messages are omitted. */
async function receivedMessages(): Promise<LiveMessages> {
  const received: LiveMessages = {}
  for (const [actor, screen] of screens) {
    const names = (await screen.settled()).map(([name]) => name).sort()
    if (names.length > 0) received[actor] = names
  }
  return received
}

function inShort({ status, body }: Reply): string {
  const { code, error } = body as { code?: string; error?: { status: string } }
  return status < 400 ? String(status) : `${status} ${code ?? error?.status}`
}

function withoutDate({ status, headers, body }: Reply): unknown {
  return { status, headers: [...headers].filter(([name]) => name !== 'date'), body: JSON.stringify(body) }
}

/**
 * Returns a digest of every table except `attempts`, which also counts refused requests. The workers change emails and pushes at any
 * time, and delete the pushes to deleted devices. Therefore the digest has only the ids of emails and of pushes to existing devices. Requests
 * of operators renew their sessions.
 */
async function tableDigests(): Promise<unknown> {
  const shortRows: Record<string, string> = {
    outbox: 't.id::text',
    pushes: 't.id::text',
    sessions: 't.token_hash::text',
  }
  const tables = Object.values(schema).flatMap(part => (is(part, PgTable) ? [getTableName(part)] : []))
  const digests = tables
    .filter(table => table !== 'attempts')
    .map(table => {
      const row = shortRows[table] ?? 't::text'
      const from = table === 'pushes' ? 'pushes t join devices d on d.id = t.device_id' : `${table} t`
      return sql.raw(`(select md5(string_agg(${row}, ',' order by ${row})) from ${from}) as ${table}`)
    })
  return rows(app.database)`select ${sql.join(digests, sql`, `)}`
}

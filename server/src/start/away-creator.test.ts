import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayOf } from '#features/group/admins/creator-seen.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { groups } from '#platform/database/schema.ts'
import { api, endpoints } from '#testing/api.ts'
import { makeBoard } from '#testing/boards.ts'
import { HookReceiver } from '#testing/hook-receiver.ts'
import { newKey, withKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const receiver = await HookReceiver.open()
afterAll(() => receiver.close())
const app = useTestApp({ HOOK_HOSTS: receiver.origin })

const [ana, ben, cyd, dan, eve] = app.users('Ana', 'Ben', 'Cyd', 'Dan', 'Eve')
let params: { groupId: string; userId: string }
let others: Record<string, Caller>

/** `seeing` has the statements about the day on which the creator was last here. Without them, no answer can take longer. */
type Answer = { status: number; etag: string | null; bytes: string; seeing: string[] }
type Caller = { user: TestUser; token?: string; isBoard?: boolean }

const reads = endpoints.filter(({ method, path }) => {
  const names = path.match(/:\w+/g) ?? []
  return method === 'GET' && names.every(name => [':groupId', ':userId'].includes(name))
})

/** Ana is the creator, and Ben and Cyd are the deputies. */
beforeAll(async () => {
  const { id: groupId } = await app.groupOf(ana, ben, cyd, dan, eve)
  params = { groupId, userId: dan.userId }
  for (const { userId } of [ben, cyd]) await ana.ok(api.makeDeputy, { params: { groupId, userId } })
  await eve.ok(api.leaveGroup, { params })
  await receiver.addToGroup(ana, groupId, '/lamp')
  const { code } = await makeBoard(ana, groupId, { showsNames: true })
  others = {
    'a member': { user: dan },
    'a former member': { user: eve },
    'a key of a member': { user: dan, token: (await newKey(dan)).token },
    'a key of a deputy': { user: ben, token: (await newKey(ben)).token },
    'a board': { user: app.guest(), token: code, isBoard: true },
    'a guest': { user: app.guest() },
  }
  // Sessions and keys note the day of their first use.
  await answersToOthers()
  await answersTo({ user: ana })
})

describe('that a creator is away, and that a deputy asks to take over,', () => {
  test('changes no answer to others, who cause no statement about it', async () => {
    await lastSeeCreator(59)
    const present = await answersToOthers()
    expect(present['a member readGroup']).toMatchObject({ status: 200 })
    expect(present['a board readBoard']).toMatchObject({ status: 200 })
    expect(Object.values(present).flatMap(({ seeing }) => seeing)).toEqual([])

    await lastSeeCreator(60)
    expect(await answersToOthers()).toEqual(present)
    const screens = await Promise.all([dan.open(), ben.open()])
    await ben.ok(api.askToTakeOver, { params })
    expect(await answersToOthers()).toEqual(present)
    const [dans, bens] = await Promise.all(screens.map(screen => screen.settled()))
    expect(dans?.slice(1)).toEqual([])
    expect(bens?.slice(1)).toEqual([['group.invitations.changed', params.groupId]])
    for (const user of [ana, ben, cyd, dan, eve]) {
      const kinds = (await app.emailsTo(user)).map(({ kind }) => kind)
      expect(kinds.filter(kind => kind !== 'key-created')).toEqual(user === ana ? ['take-over'] : [])
    }
    // A hook of the group next hears of the next toggle.
    await dan.turn(params.groupId, false)
    const [, next] = await receiver.waitFor('/lamp', 2)
    expect(JSON.parse(next?.body ?? '')).toMatchObject({ data: { available: 3 } })
  })

  test.each<[string, TestUser]>([
    ['a deputy', cyd],
    ['the creator', ana],
  ])('is one bit in one answer to %s', async (_, user) => {
    await lastSeeCreator(59)
    const present = await answersTo({ user })
    await lastSeeCreator(60)
    const away = await answersTo({ user })
    const changed = Object.keys(away).filter(name => away[name]?.bytes !== present[name]?.bytes)
    expect(changed).toEqual(['readTakeOver'])
    expect(away.readTakeOver?.bytes).toBe(present.readTakeOver?.bytes.replace('false', 'true'))
  })
})

async function lastSeeCreator(daysAgo: number): Promise<void> {
  const creatorSeenOn = dayOf(addMs(app.clock.now(), -daysAgo * dayMs))
  await app.database.update(groups).set({ creatorSeenOn }).where(eq(groups.id, params.groupId))
}

async function answersToOthers(): Promise<Record<string, Answer>> {
  const found: Record<string, Answer> = {}
  for (const [who, caller] of Object.entries(others))
    for (const [name, answer] of Object.entries(await answersTo(caller))) found[`${who} ${name}`] = answer
  return found
}

async function answersTo({ user, token, isBoard = false }: Caller): Promise<Record<string, Answer>> {
  const { $client } = app.database as unknown as { $client: { query(): unknown } }
  const found: Record<string, Answer> = {}
  for (const endpoint of reads.filter(({ access }) => (access === 'board') === isBoard)) {
    const query = vi.spyOn($client, 'query')
    const { status, headers, body } = await user.call(endpoint, { params, ...(token && withKey(token)) })
    const sent = query.mock.calls.map(call => JSON.stringify(call))
    query.mockRestore()
    // An export and a board name the time of the answer.
    const bytes = JSON.stringify(body).replace(/"(exportedAt|asOf)":"[^"]+"/, '')
    const seeing = sent.filter(statement => statement.includes('creator_seen_on'))
    found[endpoint.name] = { status, etag: headers.get('etag'), bytes, seeing }
  }
  return found
}

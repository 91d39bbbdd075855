import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#clock.ts'
import { attempts, boards, groups, memberships } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import { api } from '#testing/api.ts'
import type { Person, Reply } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')

const gone = { status: 404, body: { code: 'board-not-found', message: 'This board is no longer there.' } }

beforeEach(async () => {
  await app.database.delete(attempts)
  for (const person of [ana, ben, cyd]) await person.signIn()
})

describe('making a board', () => {
  test('only the response contains the address, which has the secret after the #', async () => {
    const { groupId, board, address, code } = await boardOf([ana, ben])
    expect(address).toBe(`${app.url}/board/${code.replace('.', '#')}`)
    expect(code).toMatch(/^[0-9A-Za-z]{12}\.[\w-]{22}$/)
    expect(board).toMatchObject({ showsNames: false, frameOrigins: [], expiresAt: null, lastSeenOn: null })
    for (const member of [ana, ben])
      expect(await listed(member, groupId)).toEqual({ boards: [board], shownOutside: false })
    const [stored] = await app.database.select().from(boards).where(eq(boards.id, board.id))
    expect(JSON.stringify({ ...stored, secretHash: stored?.secretHash.toString('base64url') })).not.toContain(
      code.split('.')[1],
    )
  })

  test('a group can have 3 boards, and a revoked or ended one makes room', async () => {
    const { groupId, board } = await boardOf([ana])
    await makeBoard(groupId, { days: 30 })
    await makeBoard(groupId)
    const ask = () => ana.call(api.createBoard, { params: { groupId }, body: {} })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'too-many-boards' } })
    await ana.ok(api.revokeBoard, { params: { groupId, boardId: board.id } })
    expect(await ask()).toMatchObject({ status: 200 })
    app.clock.advance(30 * dayMs)
    await ana.signIn()
    expect((await listed(ana, groupId)).boards).toHaveLength(2)
    expect(await ask()).toMatchObject({ status: 200 })
    expect(await ask()).toMatchObject({ status: 409 })
  })

  test('of 20 boards that are made at the same moment, 3 come to be', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const made = Array.from({ length: 20 }, () =>
      ana.call(api.createBoard, { params: { groupId }, body: {} }),
    )
    const statuses = (await Promise.all(made)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(3)
    expect(statuses.filter(status => status === 409)).toHaveLength(17)
  })

  test.each([
    'https://club.example/',
    'https://club.example/board',
    'https://Club.example',
    'http://club.example',
    'http://localhost.club.example',
    'https://*',
    'https://*.example',
    'https://a.example;sandbox',
    "https://'self'",
    'https://a.example, https://b.example',
    'https://[::1]',
    'https://user@club.example',
    'https://club.example:443',
    'javascript:alert(1)',
    '*',
    'null',
    '',
  ])('refuses %j as an origin that may frame the board', async origin => {
    const { id: groupId } = await app.groupOf(ana)
    const reply = await ana.call(api.createBoard, { params: { groupId }, body: { frameOrigins: [origin] } })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid-input', field: 'frameOrigins.0' } })
  })

  test('takes up to five origins, and each of them once', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const origins = ['https://club.example', 'https://a.b.example:8443', 'http://localhost:5000']
    const { board } = await makeBoard(groupId, { frameOrigins: [...origins, ...origins.slice(1)] })
    expect(board.frameOrigins).toEqual(origins)
    const six = Array.from({ length: 6 }, (_, n) => `https://${n}.example`)
    const reply = await ana.call(api.createBoard, { params: { groupId }, body: { frameOrigins: six } })
    expect(reply).toMatchObject({ status: 400 })
  })
})

describe('a board', () => {
  test('shows the counts of its group, without any session', async () => {
    const { groupId, code } = await boardOf([ana, ben, cyd])
    await setStatus(ben, groupId, false)
    const before = app.clock.now()
    const { asOf, ...shown } = await app
      .guest()
      .ok(api.readBoard, { headers: { authorization: `Bearer ${code}` } })
    const counts = { available: 2, members: 3, needed: null, coverage: null, names: [] }
    expect(shown).toEqual({ group: 'Mountain Rescue', ...counts })
    expect(Date.parse(asOf)).toBeGreaterThanOrEqual(before.getTime())
    expect(Date.parse(asOf)).toBeLessThanOrEqual(app.clock.now().getTime())
    await ana.ok(api.setNeeded, { params: { groupId }, body: { needed: 2 } })
    expect((await show(code)).body).toMatchObject({ needed: 2, coverage: 'enough' })
    await setStatus(cyd, groupId, false)
    expect((await show(code)).body).toMatchObject({ available: 1, coverage: 'short' })
    await ana.ok(api.updateGroup, { params: { groupId }, body: { name: 'Night Watch', description: '' } })
    expect((await show(code)).body).toMatchObject({ group: 'Night Watch' })
  })

  test('counts a member who has not confirmed as Available, but not as one of those who are needed', async () => {
    const { groupId, code } = await boardOf([ana, ben])
    await ana.ok(api.setNeeded, { params: { groupId }, body: { needed: 2 } })
    await ana.ok(api.setAskingInterval, { params: { groupId }, body: { minutes: 60 } })
    await setStatus(ben, groupId, false)
    await setStatus(ben, groupId, true)
    app.clock.advance(61 * minuteMs)
    await app.runMaintenance()
    expect((await show(code)).body).toMatchObject({ available: 2, coverage: 'short' })
  })

  test('is not sent again while nothing that it shows has changed', async () => {
    const { groupId, code } = await boardOf([ana, ben])
    const first = await show(code)
    const tag = first.headers.get('etag') ?? ''
    app.clock.advance(minuteMs)
    const again = await show(code, { 'if-none-match': tag })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
    for (const { headers } of [first, again]) expect(headers.get('cache-control')).toBe('no-store')
    await ben.ok(api.setUsualEnd, { params: { groupId }, body: { minutes: 60 } })
    expect((await show(code, { 'if-none-match': tag })).status).toBe(304)
    await setStatus(ben, groupId, false)
    expect(await show(code, { 'if-none-match': tag })).toMatchObject({ status: 200, body: { available: 1 } })
    await setStatus(ben, groupId, true)
    expect((await show(code, { 'if-none-match': tag })).status).toBe(304)
  })

  test('reads the content of a version only once', async () => {
    const { groupId, code } = await boardOf([ana, ben], { showsNames: true })
    const { board: other } = await makeBoard(groupId)
    expect(other.showsNames).toBe(false)
    await show(code)
    // The board does not notice a change that has not incremented the version.
    await app.database.update(groups).set({ name: 'Elsewhere' }).where(eq(groups.id, groupId))
    expect((await show(code)).body).toMatchObject({ group: 'Mountain Rescue' })
    await setStatus(ben, groupId, false)
    expect((await show(code)).body).toMatchObject({ group: 'Elsewhere', available: 1 })
  })

  test('is gone with the same refusal when it is revoked, has ended, or its group is deleted, while it is shown', async () => {
    const ends: ((groupId: string, boardId: string) => Promise<unknown>)[] = [
      (groupId, boardId) => ana.ok(api.revokeBoard, { params: { groupId, boardId } }),
      groupId => ana.ok(api.deleteGroup, { params: { groupId } }),
      async () => app.clock.advance(30 * dayMs),
    ]
    for (const end of ends) {
      await ana.signIn()
      const { groupId, board, code } = await boardOf([ana], { days: 30 })
      const tag = (await show(code)).headers.get('etag') ?? ''
      await end(groupId, board.id)
      const refused = await show(code, { 'if-none-match': tag })
      expect(refused).toMatchObject(gone)
      expect(refused.headers.get('etag')).toBeNull()
    }
  })

  test('has one refusal for every wrong header', async () => {
    const { board, code } = await boardOf([ana])
    const { code: other } = await boardOf([ana])
    const [id = '', secret = ''] = code.split('.')
    const wrong = [
      `Bearer ${id}.${'x'.repeat(22)}`,
      `Bearer ${newId()}.${secret}`,
      `Bearer ${id}.${other.split('.')[1]}`,
      `Bearer ${id}.${secret.slice(1)}`,
      `Bearer ${id}.${secret}x`,
      `Bearer ${id}.`,
      `Bearer .${secret}`,
      `Bearer ${secret}`,
      `Bearer ${id}.${secret} x`,
      `Bearer ${id.toLowerCase()}.${secret.toLowerCase()}`,
      `Basic ${btoa(`${id}:${secret}`)}`,
      `Bearer ${ana.cookie.split('=')[1]}`,
      'Bearer',
      '',
    ]
    const refusals = new Set<string>()
    for (const authorization of wrong) {
      const { status, headers, body } = await app.guest().call(api.readBoard, { headers: { authorization } })
      expect([authorization, status, body]).toEqual([authorization, 404, gone.body])
      refusals.add(JSON.stringify([...headers].filter(([name]) => name !== 'date')))
    }
    expect(await app.guest().call(api.readBoard)).toMatchObject(gone)
    expect(refusals.size).toBe(1)
    expect((await listed(ana, (await groupOf(board.id)) ?? '')).boards[0]?.lastSeenOn).toBeNull()
  })

  test('reads no cookie and sets none, not even for a session that would be renewed', async () => {
    const { code } = await boardOf([ana])
    app.clock.advance(2 * dayMs)
    const headers = { authorization: `Bearer ${code}` }
    for (const operation of [api.readBoard, api.readBoardBadge, api.readBoardSpace]) {
      const { status, headers: answered } = await get(ana, operation, headers)
      expect([status, answered.get('set-cookie')]).toEqual([200, null])
      expect(await get(ana, operation)).toMatchObject(gone)
    }
    const page = await ana.request('GET', `/board/${code.split('.')[0]}`)
    expect(page.headers.get('set-cookie')).toBeNull()
    expect((await ana.call(api.readSession)).headers.get('set-cookie')).not.toBeNull()
  })

  test('opens nothing else', async () => {
    const { groupId, code } = await boardOf([ana])
    const headers = { authorization: `Bearer ${code}` }
    for (const reply of [
      await app.guest().call(api.readGroup, { params: { groupId }, headers }),
      await app.guest().call(api.listGroups, { headers }),
      await app.guest().call(api.listBoards, { params: { groupId }, headers }),
    ])
      expect(reply).toMatchObject({ status: 401 })
  })

  test('remembers only the day on which it was last shown', async () => {
    const { groupId, board, code } = await boardOf([ana])
    await show(code)
    const today = app.clock.now().toISOString().slice(0, 10)
    expect((await listed(ana, groupId)).boards).toEqual([{ ...board, lastSeenOn: today }])
    app.clock.advance(dayMs)
    await show(code)
    expect((await listed(ana, groupId)).boards[0]?.lastSeenOn).toBe(
      app.clock.now().toISOString().slice(0, 10),
    )
  })

  test('is deleted when it has ended', async () => {
    const { board } = await boardOf([ana], { days: 30 })
    const { board: endless } = await boardOf([ana])
    app.clock.advance(30 * dayMs)
    await app.runMaintenance()
    const left = (await app.database.select().from(boards)).map(({ id }) => id)
    expect(left).not.toContain(board.id)
    expect(left).toContain(endless.id)
  })
})

describe('names', () => {
  /** Each member's consent and status, and the names that a board with and one without names shows. */
  test.each([
    [{ ana: [false, true], ben: [false, true] }, []],
    [{ ana: [true, true], ben: [false, true] }, ['Ana']],
    [{ ana: [true, false], ben: [false, true] }, []],
    [{ ana: [false, true], ben: [true, true] }, ['Ben']],
    [{ ana: [true, true], ben: [true, false] }, ['Ana']],
    [{ ana: [true, true], ben: [true, true] }, ['Ana', 'Ben']],
  ])('of %j are %j', async (members, names) => {
    const { groupId, code } = await boardOf([ana, ben], { showsNames: true })
    const { code: counts } = await makeBoard(groupId)
    for (const [person, [shown = false, status = false]] of [
      [ana, members.ana],
      [ben, members.ben],
    ] as const) {
      await setShown(person, groupId, shown)
      await setStatus(person, groupId, status)
    }
    expect((await show(code)).body).toMatchObject({ names })
    expect((await show(counts)).body).toMatchObject({ names: [] })
  })

  test('are sorted like those of the group', async () => {
    const [zoe, aron, eva] = [
      await app.signUp('Zoë'),
      await app.signUp('äron 10'),
      await app.signUp('Äron 9'),
    ]
    const { groupId, code } = await boardOf([ana, zoe, aron, eva], { showsNames: true })
    for (const person of [ana, zoe, aron, eva]) await setShown(person, groupId, true)
    expect((await show(code)).body).toMatchObject({ names: ['Ana', 'Äron 9', 'äron 10', 'Zoë'] })
  })

  test('are gone at once when the consent is taken back, on every node', async () => {
    const { groupId, code } = await boardOf([ana, ben], { showsNames: true })
    await setShown(ben, groupId, true)
    const tag = (await show(code)).headers.get('etag') ?? ''
    await setShown(ben, groupId, false)
    expect(await show(code, { 'if-none-match': tag })).toMatchObject({ status: 200, body: { names: [] } })
    expect((await listed(ben, groupId)).shownOutside).toBe(false)
  })

  test('need a new consent after leaving or being removed, and never hold for another group', async () => {
    const { groupId, code } = await boardOf([ana, ben], { showsNames: true })
    const elsewhere = await boardOf([ana, ben], { showsNames: true })
    await setShown(ben, groupId, true)
    expect((await show(elsewhere.code)).body).toMatchObject({ names: [] })
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect((await show(code)).body).toMatchObject({ members: 1, names: [] })
    await invite(ben, groupId)
    expect((await show(code)).body).toMatchObject({ members: 2, available: 2, names: [] })
    await setShown(ben, groupId, true)
    await ana.ok(api.removeMember, { params: { groupId, userId: ben.userId } })
    expect((await show(code)).body).toMatchObject({ members: 1, names: [] })
    await invite(ben, groupId)
    expect((await listed(ben, groupId)).shownOutside).toBe(false)
  })

  test('follow a member who has another name, and who deletes the account', async () => {
    const dan = await app.signUp('Dan')
    const { groupId, code } = await boardOf([ana, dan], { showsNames: true })
    await setShown(dan, groupId, true)
    await dan.ok(api.updateAccount, { body: { displayName: 'Daniel' } })
    expect((await show(code)).body).toMatchObject({ names: ['Daniel'] })
    await dan.ok(api.deleteAccount, { body: { password: dan.password } })
    expect((await show(code)).body).toMatchObject({ members: 1, names: [] })
  })

  test('the consent tells the group’s screens, is limited, and can always be taken back', async () => {
    const { id: groupId } = await app.groupOf(ana, cyd)
    const screen = await ana.open()
    screen.clear()
    await setShown(cyd, groupId, true)
    await setShown(cyd, groupId, true)
    expect((await screen.settled()).map(([name]) => name)).toEqual(['group.changed'])
    const put = (shown: boolean) => cyd.call(api.setShownOutside, { params: { groupId }, body: { shown } })
    for (let refused = false; !refused; ) {
      expect((await put(false)).status).toBe(204)
      refused = (await put(true)).status === 429
    }
    expect((await put(false)).status).toBe(204)
    const [member] = await app.database.select().from(memberships).where(eq(memberships.userId, cyd.userId))
    expect(member?.shownOutside).toBe(false)
  })
})

describe('pages of other websites', () => {
  const operations = [api.readBoard, api.readBoardBadge, api.readBoardSpace]

  test('may read a board that shows only counts', async () => {
    const { code } = await boardOf([ana])
    for (const operation of operations) {
      const headers = { authorization: `Bearer ${code}`, origin: 'https://club.example' }
      const reply = await get(app.guest(), operation, headers)
      expect([
        reply.status,
        allowedOrigin(reply),
        reply.headers.get('access-control-allow-credentials'),
      ]).toEqual([200, '*', null])
      expect(reply.headers.get('access-control-expose-headers')).toBe('etag')
    }
    const tag = (await show(code)).headers.get('etag') ?? ''
    expect(allowedOrigin(await show(code, { 'if-none-match': tag }))).toBe('*')
  })

  test('may not read a board that can show names, nor learn why a board is refused', async () => {
    const { code } = await boardOf([ana], { showsNames: true })
    const { groupId, board, code: revoked } = await boardOf([ana])
    await ana.ok(api.revokeBoard, { params: { groupId, boardId: board.id } })
    for (const operation of operations)
      for (const each of [code, revoked]) {
        const headers = { authorization: `Bearer ${each}`, origin: 'https://club.example' }
        expect(allowedOrigin(await get(app.guest(), operation, headers))).toBeNull()
      }
  })

  test('may ask with the header, which the answer to the preflight allows for these paths alone', async () => {
    const headers = {
      origin: 'https://club.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,if-none-match',
    }
    const ask = (path: string) => app.guest().request('OPTIONS', path, undefined, headers)
    for (const { path } of operations) {
      const reply = await ask(path)
      expect([reply.status, reply.body, allowedOrigin(reply)]).toEqual([204, '', '*'])
      expect(reply.headers.get('access-control-allow-headers')).toBe('authorization, if-none-match')
    }
    for (const path of ['/api/groups', '/api/session', '/board/x']) {
      const reply = await ask(path)
      expect([reply.status, allowedOrigin(reply)]).toEqual([404, null])
    }
  })
})

describe('other formats', () => {
  test.each([
    [null, 2, '2/2', 'brightgreen', true],
    [null, 0, '0/2', 'lightgrey', false],
    [2, 2, '2/2', 'brightgreen', true],
    [2, 1, '1/2', 'orange', false],
    [2, 0, '0/2', 'lightgrey', false],
  ])('with needed %j and %i Available, the badge says %s in %s, and SpaceAPI open: %j', async (...row) => {
    const [needed, available, message, color, open] = row
    const { groupId, code } = await boardOf([ana, ben])
    await ana.ok(api.setNeeded, { params: { groupId }, body: { needed } })
    for (const [place, person] of [ana, ben].entries()) await setStatus(person, groupId, place < available)
    const headers = { authorization: `Bearer ${code}` }
    expect(await app.guest().ok(api.readBoardBadge, { headers })).toEqual({
      ...{ schemaVersion: 1, label: 'Mountain Rescue', message, color },
    })
    expect(await app.guest().ok(api.readBoardSpace, { headers })).toEqual({
      state: { open },
      sensors: { people_now_present: [{ value: available }] },
    })
  })

  test('SpaceAPI contains the names of members who are shown outside', async () => {
    const { groupId, code } = await boardOf([ana, ben], { showsNames: true })
    await setShown(ben, groupId, true)
    const headers = { authorization: `Bearer ${code}` }
    const { sensors } = await app.guest().ok(api.readBoardSpace, { headers })
    expect(sensors.people_now_present).toEqual([{ value: 2, names: ['Ben'] }])
  })
})

describe('handing the group over', () => {
  test('keeps the boards and tells the new creator of them', async () => {
    const { groupId, board, code } = await boardOf([ana, ben])
    await handOver(groupId)
    expect(await show(code)).toMatchObject({ status: 200 })
    expect(await kindsOf(ben)).toContain('group.received')
    expect(await kindsOf(ana)).not.toContain('group.received')
    const revoke = (who: Person) => who.call(api.revokeBoard, { params: { groupId, boardId: board.id } })
    expect((await revoke(ana)).status).toBe(403)
    expect((await revoke(ben)).status).toBe(204)
  })

  test('tells nothing of boards if there are none, or only ended ones', async () => {
    const dan = await app.signUp('Dan')
    const { groupId } = await boardOf([ana, dan], { days: 30 })
    app.clock.advance(30 * dayMs)
    for (const person of [ana, dan]) await person.signIn()
    await handOver(groupId, dan)
    expect(await kindsOf(dan)).not.toContain('group.received')
  })
})

type Choice = { showsNames?: boolean; frameOrigins?: string[]; days?: 30 | 365 | null }

async function makeBoard(groupId: string, body: Choice = {}) {
  const made = await ana.ok(api.createBoard, { params: { groupId }, body })
  return { ...made, code: (made.address.split('/board/')[1] ?? '').replace('#', '.') }
}

/** Creates a group of Ana with these other members, all of them Available, and a board of it. */
async function boardOf([creator, ...others]: [Person, ...Person[]], choice: Choice = {}) {
  const { id: groupId } = await app.groupOf(creator, ...others)
  return { groupId, ...(await makeBoard(groupId, choice)) }
}

const show = (code: string, headers: Record<string, string> = {}): Promise<Reply> =>
  app.guest().call(api.readBoard, { headers: { authorization: `Bearer ${code}`, ...headers } })

const get = (who: Person, { path }: { path: string }, headers?: Record<string, string>) =>
  who.request('GET', path, undefined, headers)

const listed = (who: Person, groupId: string) => who.ok(api.listBoards, { params: { groupId } })

const setShown = (who: Person, groupId: string, shown: boolean) =>
  who.ok(api.setShownOutside, { params: { groupId }, body: { shown } })

const setStatus = (who: Person, groupId: string, status: boolean) =>
  who.ok(api.setAvailability, { params: { groupId, userId: who.userId }, body: { status } })

const allowedOrigin = ({ headers }: Reply) => headers.get('access-control-allow-origin')

async function groupOf(boardId: string) {
  const [board] = await app.database.select().from(boards).where(eq(boards.id, boardId))
  return board?.groupId
}

async function invite(person: Person, groupId: string) {
  await ana.ok(api.inviteMembers, { params: { groupId }, body: { emails: [person.email] } })
  const { invitations } = await person.ok(api.listReceivedInvitations)
  await person.ok(api.acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
}

async function handOver(groupId: string, to: Person = ben) {
  await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: to.userId } })
  await to.ok(api.acceptOffer, { params: { groupId } })
}

async function kindsOf(person: Person) {
  const { notifications } = await person.ok(api.listNotifications)
  return notifications.map(({ type, action }) => `${type}.${action}`)
}

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { attempts, boards, groups } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { createGroupWithBoard, getWithBoardCode, makeBoard } from '#testing/boards.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')

beforeEach(async () => {
  await app.database.delete(attempts)
  for (const user of [ana, ben, cyd]) await user.signIn()
})

const gone = { status: 404, body: { code: 'board-not-found', message: 'This board no longer exists.' } }

describe('a board', () => {
  test('shows to guests the name of the group, its coverage, the number of members and the number of Available members', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben, cyd])
    await setStatus(ben, groupId, false)
    const before = app.clock.now()
    const { asOf, ...shown } = await app
      .guest()
      .ok(api.readBoard, { headers: { authorization: `Bearer ${code}` } })
    const counts = { available: 2, unconfirmed: 0, members: 3, needed: null, coverage: null, names: [] }
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

  test('counts an Available member with an open question neither as available nor for the needed number, and does not name the member', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
    for (const user of [ana, ben])
      await user.ok(api.setShownOutside, { params: { groupId }, body: { shown: true } })
    await ana.ok(api.setNeeded, { params: { groupId }, body: { needed: 2 } })
    await ana.ok(api.setAskingInterval, { params: { groupId }, body: { minutes: 60 } })
    await setStatus(ben, groupId, false)
    await setStatus(ben, groupId, true)
    app.clock.advance(61 * minuteMs)
    await app.runMaintenance()
    await ana.ok(api.confirmAvailability, { params: { groupId } })
    const names = ['Ana']
    expect((await show(code)).body).toMatchObject({ available: 1, unconfirmed: 1, coverage: 'short', names })
    const other = { badge: api.readBoardBadge, space: api.readBoardSpace }
    expect((await getWithBoardCode(app.guest(), other.badge, code)).body).toMatchObject({
      message: '1/2 (+1?)',
    })
    expect((await getWithBoardCode(app.guest(), other.space, code)).body).toEqual({
      state: { open: false },
      sensors: { people_now_present: [{ value: 1, description: '1 not confirmed', names }] },
    })
  })

  test('has an entity tag. A request with this tag gets 304, or 200 if the content differs', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben])
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

  test('has content that is read only once for each version of its group', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
    const { board: other } = await makeBoard(ana, groupId)
    expect(other.showsNames).toBe(false)
    await show(code)
    // This change of the group's row does not increment the version, so boards do not show it yet.
    await app.database.update(groups).set({ name: 'Elsewhere' }).where(eq(groups.id, groupId))
    expect((await show(code)).body).toMatchObject({ group: 'Mountain Rescue' })
    await setStatus(ben, groupId, false)
    expect((await show(code)).body).toMatchObject({ group: 'Elsewhere', available: 1 })
  })

  test('is refused in the same way after its revocation, after its end and after the deletion of its group', async () => {
    const ends: ((groupId: string, boardId: string) => Promise<unknown>)[] = [
      (groupId, boardId) => ana.ok(api.revokeBoard, { params: { groupId, boardId } }),
      groupId => ana.ok(api.deleteGroup, { params: { groupId } }),
      async () => app.clock.advance(30 * dayMs),
    ]
    for (const end of ends) {
      await ana.signIn()
      const { groupId, board, code } = await createGroupWithBoard(app, [ana], { days: 30 })
      const tag = (await show(code)).headers.get('etag') ?? ''
      await end(groupId, board.id)
      const refused = await show(code, { 'if-none-match': tag })
      expect(refused).toMatchObject(gone)
      expect(refused.headers.get('etag')).toBeNull()
    }
  })

  test('is refused in the same way for every wrong Authorization header', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana])
    const { code: other } = await createGroupWithBoard(app, [ana])
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
    expect((await listed(ana, groupId)).boards[0]?.lastSeenOn).toBeNull()
  })

  test('is served without reading or setting a cookie, even for a session that is due for renewal', async () => {
    const { code } = await createGroupWithBoard(app, [ana])
    app.clock.advance(2 * dayMs)
    for (const operation of [api.readBoard, api.readBoardBadge, api.readBoardSpace]) {
      const { status, headers: answered } = await getWithBoardCode(ana, operation, code)
      expect([status, answered.get('set-cookie')]).toEqual([200, null])
      expect(await ana.request('GET', operation.path)).toMatchObject(gone)
    }
    const page = await ana.request('GET', `/board/${code.split('.')[0]}`)
    expect(page.headers.get('set-cookie')).toBeNull()
    expect((await ana.call(api.readSession)).headers.get('set-cookie')).not.toBeNull()
  })

  test('is not found by an id with a NUL, and a concurrent request for another board succeeds', async () => {
    const { code } = await createGroupWithBoard(app, [ana])
    const [page, shown] = await Promise.all([app.guest().request('GET', '/board/%00'), show(code)])
    expect([page.status, shown.status]).toEqual([404, 200])
  })

  test('has a secret that gives access to nothing else', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana])
    const headers = { authorization: `Bearer ${code}` }
    for (const reply of [
      await app.guest().call(api.readGroup, { params: { groupId }, headers }),
      await app.guest().call(api.listGroups, { headers }),
      await app.guest().call(api.listBoards, { params: { groupId }, headers }),
    ])
      expect(reply).toMatchObject({ status: 401 })
  })

  test('is stored with the day on which it was last shown, without a time', async () => {
    const { groupId, board, code } = await createGroupWithBoard(app, [ana])
    await show(code)
    const today = app.clock.now().toISOString().slice(0, 10)
    expect((await listed(ana, groupId)).boards).toEqual([{ ...board, lastSeenOn: today }])
    app.clock.advance(dayMs)
    await show(code)
    expect((await listed(ana, groupId)).boards[0]?.lastSeenOn).toBe(
      app.clock.now().toISOString().slice(0, 10),
    )
  })

  test('is deleted after its end', async () => {
    const { board } = await createGroupWithBoard(app, [ana], { days: 30 })
    const { board: endless } = await createGroupWithBoard(app, [ana])
    app.clock.advance(30 * dayMs)
    await app.runMaintenance()
    const left = (await app.database.select().from(boards)).map(({ id }) => id)
    expect(left).not.toContain(board.id)
    expect(left).toContain(endless.id)
  })
})

const show = (code: string, headers: Record<string, string> = {}) =>
  getWithBoardCode(app.guest(), api.readBoard, code, headers)

const listed = (who: TestUser, groupId: string) => who.ok(api.listBoards, { params: { groupId } })

const setStatus = (who: TestUser, groupId: string, status: boolean) => who.turn(groupId, status)

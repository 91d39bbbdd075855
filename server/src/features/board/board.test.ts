import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { attempts, boards } from '#platform/database/schema.ts'
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

describe('making a board', () => {
  test('the address has the secret after the #, and the secret is neither listed nor stored', async () => {
    const { groupId, board, address, code } = await createGroupWithBoard(app, [ana, ben])
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

  test('every member sees that the group has boards, until the last one is revoked', async () => {
    const { groupId, board } = await createGroupWithBoard(app, [ana, ben])
    const { board: other } = await makeBoard(ana, groupId)
    for (const member of [ana, ben]) expect(await boardsShownTo(member, groupId)).toEqual([true, true])
    for (const boardId of [board.id, other.id]) {
      expect(await boardsShownTo(ben, groupId)).toEqual([true, true])
      await ana.ok(api.revokeBoard, { params: { groupId, boardId } })
    }
    expect(await boardsShownTo(ben, groupId)).toEqual([undefined, undefined])
  })

  test('open screens receive a message when the group’s last board has ended', async () => {
    const { groupId } = await createGroupWithBoard(app, [ana, ben], { days: 30 })
    app.clock.advance(30 * dayMs)
    await ben.signIn()
    const screen = await ben.open()
    await boardsShownTo(ben, groupId)
    await app.runMaintenance()
    await screen.next(([name, changed]) => name === 'group.changed' && changed === groupId)
    expect(await boardsShownTo(ben, groupId)).toEqual([undefined, undefined])
  })

  test('a group can have 3 boards, not counting those that are revoked or have ended', async () => {
    const { groupId, board } = await createGroupWithBoard(app, [ana])
    await makeBoard(ana, groupId, { days: 30 })
    await makeBoard(ana, groupId)
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

  test('20 requests at the same moment make only 3 boards', async () => {
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

  test('stores each of the accepted origins once', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const origins = ['https://club.example', 'https://a.b.example:8443', 'http://localhost:5000']
    const { board } = await makeBoard(ana, groupId, { frameOrigins: [...origins, ...origins.slice(1)] })
    expect(board.frameOrigins).toEqual(origins)
  })
})

describe('handing the group over', () => {
  test('keeps the boards, notifies the new creator of them, and lets only the new creator revoke them', async () => {
    const { groupId, board, code } = await createGroupWithBoard(app, [ana, ben])
    await handOver(groupId)
    expect(await show(code)).toMatchObject({ status: 200 })
    expect(await kindsOf(ben)).toContain('group.received')
    expect(await kindsOf(ana)).not.toContain('group.received')
    const revoke = (who: TestUser) => who.call(api.revokeBoard, { params: { groupId, boardId: board.id } })
    expect((await revoke(ana)).status).toBe(403)
    expect((await revoke(ben)).status).toBe(204)
  })

  test('does not notify the new creator of boards that have ended', async () => {
    const dan = await app.signUp('Dan')
    const { groupId } = await createGroupWithBoard(app, [ana, dan], { days: 30 })
    app.clock.advance(30 * dayMs)
    for (const user of [ana, dan]) await user.signIn()
    await handOver(groupId, dan)
    expect(await kindsOf(dan)).not.toContain('group.received')
  })
})

const show = (code: string, headers: Record<string, string> = {}) =>
  getWithBoardCode(app.guest(), api.readBoard, code, headers)

const listed = (who: TestUser, groupId: string) => who.ok(api.listBoards, { params: { groupId } })

/** Returns the group's `hasBoards` twice: from the list of groups, and from the endpoint that reads one group. */
async function boardsShownTo(member: TestUser, groupId: string) {
  const groups = await member.groups()
  const onCard = groups.find(({ id }) => id === groupId)
  return [onCard?.hasBoards, (await member.group(groupId)).hasBoards]
}

async function handOver(groupId: string, to: TestUser = ben) {
  await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: to.userId } })
  await to.ok(api.acceptOffer, { params: { groupId } })
}

async function kindsOf(user: TestUser) {
  const notifications = await user.notices()
  return notifications.map(({ type, action }) => `${type}.${action}`)
}

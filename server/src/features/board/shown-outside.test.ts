import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { attempts, memberships } from '#platform/database/schema.ts'
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

describe('names on a board', () => {
  test.each([
    [{ ana: [false, true], ben: [false, true] }, []],
    [{ ana: [true, true], ben: [false, true] }, ['Ana']],
    [{ ana: [true, false], ben: [false, true] }, []],
    [{ ana: [false, true], ben: [true, true] }, ['Ben']],
    [{ ana: [true, true], ben: [true, false] }, ['Ana']],
    [{ ana: [true, true], ben: [true, true] }, ['Ana', 'Ben']],
  ])(
    'are shown only for Available members with consent: [consent, status] %j shows the names %j',
    async (members, names) => {
      const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
      const { code: counts } = await makeBoard(ana, groupId)
      for (const [user, [shown = false, status = false]] of [
        [ana, members.ana],
        [ben, members.ben],
      ] as const) {
        await setShown(user, groupId, shown)
        await setStatus(user, groupId, status)
      }
      expect((await show(code)).body).toMatchObject({ names })
      expect((await show(counts)).body).toMatchObject({ names: [] })
    },
  )

  test('are sorted like the names of the group’s members', async () => {
    const [zoe, aron, eva] = [
      await app.signUp('Zoë'),
      await app.signUp('äron 10'),
      await app.signUp('Äron 9'),
    ]
    const { groupId, code } = await createGroupWithBoard(app, [ana, zoe, aron, eva], { showsNames: true })
    for (const user of [ana, zoe, aron, eva]) await setShown(user, groupId, true)
    expect((await show(code)).body).toMatchObject({ names: ['Ana', 'Äron 9', 'äron 10', 'Zoë'] })
  })

  test('disappear with the next response if the consent is withdrawn on the same node', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
    await setShown(ben, groupId, true)
    const tag = (await show(code)).headers.get('etag') ?? ''
    await setShown(ben, groupId, false)
    expect(await show(code, { 'if-none-match': tag })).toMatchObject({ status: 200, body: { names: [] } })
    expect((await listed(ben, groupId)).shownOutside).toBe(false)
  })

  test.skipIf(inject('postgresUrl') === null)(
    'disappear from another node half a second after the consent was withdrawn, although the group has no new version',
    async () => {
      const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
      await setShown(ben, groupId, true)
      const { address } = await app.anotherNode()
      const showThere = () => getWithBoardCode(app.guest().at(address), api.readBoard, code)
      const { version } = await ana.group(groupId)
      expect((await showThere()).body).toMatchObject({ names: ['Ben'] })
      await setShown(ben, groupId, false)
      app.clock.advance(499)
      expect((await showThere()).body).toMatchObject({ names: [] })
      expect((await ana.group(groupId)).version).toBe(version)
    },
  )

  test('need a consent for each group, and a new consent when a former member joins again', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
    const elsewhere = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
    await setShown(ben, groupId, true)
    expect((await show(elsewhere.code)).body).toMatchObject({ names: [] })
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect((await show(code)).body).toMatchObject({ members: 1, names: [] })
    await app.join(ana, groupId, ben)
    expect((await show(code)).body).toMatchObject({ members: 2, available: 2, names: [] })
    await setShown(ben, groupId, true)
    await ana.ok(api.removeMember, { params: { groupId, userId: ben.userId } })
    expect((await show(code)).body).toMatchObject({ members: 1, names: [] })
    await app.join(ana, groupId, ben)
    expect((await listed(ben, groupId)).shownOutside).toBe(false)
  })

  test('change when a member is renamed, and are gone when the member deletes the account', async () => {
    const dan = await app.signUp('Dan')
    const { groupId, code } = await createGroupWithBoard(app, [ana, dan], { showsNames: true })
    await setShown(dan, groupId, true)
    await dan.ok(api.updateAccount, { body: { displayName: 'Daniel' } })
    expect((await show(code)).body).toMatchObject({ names: ['Daniel'] })
    await dan.ok(api.deleteAccount, { body: { password: dan.password } })
    expect((await show(code)).body).toMatchObject({ members: 1, names: [] })
  })

  test('a change of the consent sends no message, and only giving the consent is limited', async () => {
    const { id: groupId } = await app.groupOf(ana, cyd)
    const screen = await ana.open()
    screen.clear()
    await setShown(cyd, groupId, true)
    await setShown(cyd, groupId, true)
    expect(await screen.settled()).toEqual([])
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

const show = (code: string, headers: Record<string, string> = {}) =>
  getWithBoardCode(app.guest(), api.readBoard, code, headers)

const listed = (who: TestUser, groupId: string) => who.ok(api.listBoards, { params: { groupId } })

const setShown = (who: TestUser, groupId: string, shown: boolean) =>
  who.ok(api.setShownOutside, { params: { groupId }, body: { shown } })

const setStatus = (who: TestUser, groupId: string, status: boolean) => who.turn(groupId, status)

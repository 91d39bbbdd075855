import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { detectAllChanges } from '#features/hook/change-detector.ts'
import { api } from '#testing/api.ts'
import { getWithBoardCode, makeBoard } from '#testing/boards.ts'
import { inviteByLink } from '#testing/invite-by-link.ts'
import { useHookReceiver } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const receiver = await useHookReceiver()
const app = useTestApp()

const [ana, ben, cyd, dan, eve] = app.users('Ana', 'Ben', 'Cyd', 'Dan', 'Eve')
const noLink = { status: 404, body: { code: 'link-not-usable' } }
const noInvitation = { status: 404, body: { code: 'invitation-not-found' } }
const noBoard = { status: 404, body: { code: 'board-not-found' } }

let groupId: string
let code: string
let codeToAsk: string
let invitationId: string
let board: string
let toHook: number

/** Ana makes everything that rests while she is disabled. Dan asks to join. */
beforeAll(async () => {
  groupId = (await app.groupOf(ana, ben)).id
  const params = { groupId }
  const newCode = async (needsApproval: boolean) =>
    (await ana.ok(api.createInviteLink, { params, body: { needsApproval } })).address.split('#')[1] ?? ''
  code = await newCode(false)
  codeToAsk = await newCode(true)
  await dan.ok(api.joinByLink, { body: { code: codeToAsk } })
  await ana.invite(params.groupId, cyd.email)
  const invitations = await cyd.received()
  invitationId = invitations[0]?.id ?? ''
  board = (await makeBoard(ana, groupId)).code
  await receiver.addToGroup(ana, groupId, '/group')
  // The changes of the group may all have been handled before the hook was there.
  await detectAllChanges(app.services)
  await receiver.waitFor('/group')
})

const boardOn = (user: TestUser) => getWithBoardCode(user, api.readBoard, board)
const toggle = (status: boolean) => ben.turn(groupId, status)

describe('while the creator of a group is disabled', () => {
  beforeAll(async () => {
    // The boards are shown before, so that the server knows them.
    expect((await boardOn(app.guest())).status).toBe(200)
    await disableAccount(app.services, ana)
    toHook = receiver.requestsTo('/group').length
  })

  test.each([
    ['a guest', () => app.guest(), () => code],
    ['a user', () => eve, () => code],
    ['a user who has asked to join', () => dan, () => codeToAsk],
  ])('the invite links do not work for %s', async (_, who, link) => {
    expect(await who().call(api.readInviteLink, { body: { code: link() } })).toMatchObject(noLink)
    if (who() !== dan && who() !== eve) return
    expect(await who().call(api.joinByLink, { body: { code: link() } })).toMatchObject(noLink)
  })

  test('a sign-up with an invite link makes no invitation', async () => {
    await inviteByLink(app.services, eve, code.split('.')[0] ?? '')
    expect(await eve.received()).toEqual([])
  })

  test('the invitations are not shown, and can be neither accepted nor declined', async () => {
    expect(await cyd.received()).toEqual([])
    expect((await cyd.ok(api.readDashboard)).dashboard?.invitations).toEqual([])
    const params = { invitationId }
    expect(await cyd.call(api.acceptInvitation, { params })).toMatchObject(noInvitation)
    expect(await cyd.call(api.declineInvitation, { params })).toMatchObject(noInvitation)
    const { invitationsReceived } = await cyd.ok(api.exportAccount)
    expect(invitationsReceived).toMatchObject([{ groupName: null, invitedByName: null }])
  })

  test('the boards are not there', async () => {
    const guest = app.guest()
    for (const operation of [api.readBoard, api.readBoardBadge, api.readBoardSpace])
      expect(await getWithBoardCode(guest, operation, board)).toMatchObject(noBoard)
    expect((await guest.request('GET', `/board/${board.split('.')[0]}`)).status).toBe(404)
  })

  test('the hooks of the group send nothing', async () => {
    await toggle(false)
    const lamp = await receiver.add(ben, '/ben', { tellsOwnStatus: true, tellsNotifications: false })
    expect(lamp.id).not.toBe('')
    await toggle(true)
    // The hook of Ben is told after the hook of the group would have been told.
    await receiver.waitFor('/ben')
    await toggle(false)
    await receiver.waitFor('/ben', 2)
    expect(receiver.requestsTo('/group')).toHaveLength(toHook)
  })

  test('the members use the group as before', async () => {
    expect((await ben.group(groupId)).members).toHaveLength(2)
  })
})

describe('after the creator has been enabled', () => {
  beforeAll(async () => {
    await enableAccount(app.services, ana)
    await ana.signIn()
  })

  test('everything works again, and the hook sends the present state', async () => {
    await vi.waitFor(() => expect(receiver.requestsTo('/group').length).toBeGreaterThan(toHook))
    expect(receiver.requestsTo('/group').at(-1)?.body).toContain('"available":0')
    expect((await boardOn(app.guest())).status).toBe(200)
    expect(await app.guest().ok(api.readInviteLink, { body: { code } })).toMatchObject({ inviter: 'Ana' })
    const { requests } = await ana.ok(api.listJoinRequests, { params: { groupId } })
    expect(requests).toMatchObject([{ userId: dan.userId }])
    expect(await cyd.ok(api.acceptInvitation, { params: { invitationId } })).toEqual({ groupId })
    expect(await eve.ok(api.joinByLink, { body: { code } })).toEqual({ groupId })
  })

  test('open screens of invited users read the invitations again, and those of members read the group again', async () => {
    const [frank] = [await app.signUp('Frank')]
    await ana.invite(groupId, frank.email)
    const screens = [await frank.open(), await ben.open()] as const
    await disableAccount(app.services, ana)
    await screens[0].next(([name]) => name === 'invitations.changed')
    await screens[1].next(([name, id]) => name === 'group.changed' && id === groupId)
    for (const screen of screens) screen.close()
    await enableAccount(app.services, ana)
  })
})

test.skipIf(inject('postgresUrl') === null)(
  'with two nodes, a board that one node has shown is gone on this node when the other node disables the creator',
  async () => {
    const node = await app.anotherNode()
    await vi.waitFor(async () => expect((await boardOn(app.guest())).status).toBe(200))
    await disableAccount(node.services, ana)
    await vi.waitFor(async () => expect(await boardOn(app.guest())).toMatchObject(noBoard))
    await enableAccount(node.services, ana)
    await vi.waitFor(async () => expect((await boardOn(app.guest())).status).toBe(200))
  },
)

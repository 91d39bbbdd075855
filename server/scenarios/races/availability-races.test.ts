import { signOut, updateAccount } from '@grouplight/contract/account.ts'
import { type Availability, setAvailability } from '@grouplight/contract/availability.ts'
import { deleteGroup, type Group, listGroups, readGroup } from '@grouplight/contract/group.ts'
import { type LiveMessage, readStates } from '@grouplight/contract/live.ts'
import { listNotifications } from '@grouplight/contract/notification.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()

let ana: TestUser
let ben: TestUser
let users: TestUser[]

beforeAll(async () => {
  const names = ['Ana', 'Ben', 'Cyd', 'Dan', 'Eve']
  users = await Promise.all(names.map(name => app.signUp(name)))
  ;[ana, ben] = users as [TestUser, TestUser]
})

describe('concurrent toggles', () => {
  test('the live messages have consecutive versions, a member’s status comes from the highest version, and each start notifies the other members', async () => {
    const group = await app.groupOf(ana, ...users.slice(1))
    const screen = await ana.open()
    const requested = Array.from({ length: 20 }, (_, n) => ({
      who: users[n % 5] ?? ana,
      status: n % 3 === 0,
    }))
    const answers = await Promise.all(requested.map(({ who, status }) => toggle(who, group.id, status)))

    const after = await ana.ok(readGroup, { params: { groupId: group.id } })
    for (const { userId, status } of after.members) {
      const own = answers.filter(answer => answer.userId === userId).sort((a, b) => a.version - b.version)
      expect(own.at(-1)).toMatchObject({ status })
    }
    const toggled = (await screen.settled()).flatMap(asToggled).sort((a, b) => a.version - b.version)
    expect(toggled.map(({ version }) => version)).toEqual(
      Array.from({ length: after.version - group.version }, (_, n) => group.version + 1 + n),
    )
    // Applying the changes in the order of their versions gives the stored statuses.
    const seen = new Map(group.members.map(({ userId, status }) => [userId, status]))
    for (const [userId, noticeId] of toggled.flatMap(({ changes }) => changes)) {
      expect(seen.get(userId)).toBe(noticeId === 0)
      seen.set(userId, noticeId > 0)
    }
    for (const { userId, status } of after.members) expect(seen.get(userId)).toBe(status)
    const availabilityChanged = toggled
      .flatMap(({ changes }) => changes)
      .filter(([, noticeId]) => noticeId > 0)
    for (const user of users) {
      const others = availabilityChanged
        .filter(([userId]) => userId !== user.userId)
        .map(([, noticeId]) => noticeId)
      const { notifications } = await user.ok(listNotifications)
      const received = notifications.filter(
        ({ action, relatedGroupId }) => action === 'status' && relatedGroupId === group.id,
      )
      expect(received.map(({ id }) => id).sort()).toEqual(others.sort())
    }
  })

  test('concurrent sign-outs, renamings and toggles of two users cause no deadlock', async () => {
    const groups: Group[] = []
    for (let n = 0; n < 6; n++) groups.push(await app.groupOf(n % 2 ? ana : ben, n % 2 ? ben : ana))
    for (let round = 0; round < 4; round++) {
      await Promise.all(groups.flatMap(({ id }) => [toggle(ana, id, true), toggle(ben, id, true)]))
      const [anas, bens] = await Promise.all([ana.onAnotherDevice(), ben.onAnotherDevice()])
      const answers = await Promise.all([
        anas.call(signOut),
        bens.call(signOut),
        ana.call(updateAccount, { body: { displayName: `Ana ${round}` } }),
        ben.call(updateAccount, { body: { displayName: `Ben ${round}` } }),
        ...groups.map(({ id }) => requestToggle(ana, id, false)),
        ...groups.map(({ id }) => requestToggle(ben, id, false)),
      ])
      expect(answers.map(({ status }) => status).filter(status => status >= 300)).toEqual([])
      const { groups: after } = await ana.ok(listGroups)
      for (const { id } of groups) expect(after.find(group => group.id === id)?.availableCount).toBe(0)
    }
  })
})

describe('a toggle at the same time as the end of the membership', () => {
  test('a toggle while the group is deleted either succeeds or is refused with 404, and a later toggle is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { id: groupId } = await app.groupOf(ana, ben)
      const [toggled, deleted] = await Promise.all([
        requestToggle(ben, groupId, false),
        ana.call(deleteGroup, { params: { groupId } }),
      ])
      expect(deleted.status).toBe(204)
      expect([200, 404]).toContain(toggled.status)
      expect((await requestToggle(ben, groupId, true)).status).toBe(404)
    }
  })
})

function requestToggle(who: TestUser, groupId: string, status: boolean): Promise<Reply> {
  return who.call(setAvailability, { params: { groupId, userId: who.userId }, body: { status } })
}

function toggle(who: TestUser, groupId: string, status: boolean): Promise<Availability> {
  return who.ok(setAvailability, { params: { groupId, userId: who.userId }, body: { status } })
}

function asToggled(message: LiveMessage) {
  return message[0] === 't'
    ? [
        {
          version: message[2],
          changes: readStates(message).map(({ userId, noticeId }) => [userId, noticeId ?? 0] as const),
        },
      ]
    : []
}

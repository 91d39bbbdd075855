import type { GroupFate } from '@grouplight/contract/account.ts'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { dayMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import * as schema from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ben, cyd] = app.users('Ben', 'Cyd')
let ana: TestUser
let params: { groupId: string }

beforeEach(async () => {
  await Promise.all([ben.signIn(), cyd.signIn()])
  ana = await app.signUp('Ana')
  params = { groupId: (await app.groupOf(ana, ben, cyd)).id }
  await ana.ok(api.makeDeputy, { params: { ...params, userId: ben.userId } })
})

function deleteOwnAccount(fate?: GroupFate, deputyId?: string): Promise<Reply> {
  const groups = fate && [{ groupId: params.groupId, fate, deputyId }]
  return ana.call(api.deleteAccount, { body: { password: ana.password, groups } })
}

async function messagesTo(user: TestUser, action: string): Promise<string[]> {
  const here = (await user.notices()).filter(({ relatedGroupId }) => relatedGroupId === params.groupId)
  return here.filter(notice => notice.action === action).map(({ message }) => message)
}

async function createdBy(): Promise<string | null> {
  return (await cyd.ok(api.readGroup, { params })).createdBy
}

async function isStored(): Promise<boolean> {
  return (await app.database.$count(schema.groups, eq(schema.groups.id, params.groupId))) > 0
}

describe('a creator who deletes the account', () => {
  test('can hand a group to a deputy', async () => {
    expect((await deleteOwnAccount('deputy', ben.userId)).status).toBe(204)
    const group = await cyd.ok(api.readGroup, { params })
    expect(group).toMatchObject({ createdBy: ben.userId, memberCount: 2 })
    expect(group).not.toHaveProperty('deputies')
    expect(await messagesTo(ben, 'accepted')).toEqual(['You took over the group: Mountain Rescue'])
  })

  test('can let the members decide, of whom the deputy of the longest standing is told', async () => {
    expect((await deleteOwnAccount('members')).status).toBe(204)
    expect(await createdBy()).toBeNull()
    const vacant = ['Mountain Rescue has no admin. You can take it over.']
    expect([await messagesTo(ben, 'vacant'), await messagesTo(cyd, 'vacant')]).toEqual([vacant, []])
  })

  test('lets every member know if there is no deputy', async () => {
    await ana.ok(api.endDeputy, { params: { ...params, userId: ben.userId } })
    await deleteOwnAccount('members')
    for (const member of [ben, cyd]) expect(await messagesTo(member, 'vacant')).toHaveLength(1)
  })

  test('can delete a group', async () => {
    expect((await deleteOwnAccount('delete')).status).toBe(204)
    expect(await isStored()).toBe(false)
  })

  test('deletes a group without other members by letting them decide', async () => {
    params = { groupId: (await app.groupOf(ana)).id }
    const { groups } = await ana.ok(api.listGroups)
    const body = {
      password: ana.password,
      groups: groups.map(({ id }) => ({ groupId: id, fate: 'members' as const })),
    }
    await ana.ok(api.deleteAccount, { body })
    expect(await isStored()).toBe(false)
  })

  test.each<[string, () => Promise<Reply>]>([
    ['nothing is said of a group', () => deleteOwnAccount()],
    ['the deputy is none', () => deleteOwnAccount('deputy', cyd.userId)],
  ])('stays if %s', async (_, deleteWrongly) => {
    const before = await ana.ok(api.readGroup, { params })
    expect(await deleteWrongly()).toMatchObject({ status: 409, body: { code: 'still-creator' } })
    expect(await ana.ok(api.readGroup, { params })).toEqual(before)
  })

  test('leaves the id in no table, also after asking and being asked', async () => {
    await ana.invite(params.groupId, 'eve@example.org')
    app.clock.advance(60 * dayMs)
    await app.runMaintenance()
    await ben.signIn()
    await ben.ok(api.askToTakeOver, { params })
    await ana.signIn()
    await deleteOwnAccount('members')
    await ben.ok(api.takeOverGroup, { params })
    const tables = Object.values(schema).flatMap(part => (is(part, PgTable) ? [getTableName(part)] : []))
    const found = tables.map(async table => {
      const inTable = await rows(app.database)`
        select from ${sql.identifier(table)} t where strpos(t::text, ${ana.userId}) > 0`
      return inTable.length > 0 ? [table] : []
    })
    expect((await Promise.all(found)).flat()).toEqual([])
  })
})

describe('a creator who is disabled', () => {
  async function passDays(days: number): Promise<void> {
    app.clock.advance(days * dayMs)
    await app.runMaintenance()
    await Promise.all([ben.signIn(), cyd.signIn()])
  }

  test('has no group after 30 days, and has it again when enabled', async () => {
    await disableAccount(app.services, ana)
    await passDays(29)
    expect(await createdBy()).toBe(ana.userId)
    await passDays(1)
    expect(await createdBy()).toBeNull()
    const screen = await cyd.open()
    await enableAccount(app.services, ana)
    const group = await cyd.ok(api.readGroup, { params })
    expect(group).toMatchObject({ createdBy: ana.userId })
    expect(await screen.settled()).toContainEqual(['group.changed', params.groupId, group.version])
    await ana.signIn()
    await ana.ok(api.updateGroup, { params, body: { name: 'Still mine', description: '' } })
  })

  test('is a member when enabled after somebody has taken over', async () => {
    await disableAccount(app.services, ana)
    await passDays(30)
    await ben.ok(api.takeOverGroup, { params })
    await enableAccount(app.services, ana)
    await ana.signIn()
    expect((await ana.call(api.deleteGroup, { params })).status).toBe(403)
    await ana.ok(api.leaveGroup, { params })
    expect(await createdBy()).toBe(ben.userId)
  })
})

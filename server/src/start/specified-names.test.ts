import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { groups, invitations, memberships, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const ofInvitation = [
  'id',
  'groupId',
  'groupName',
  'email',
  'status',
  'invitedBy',
  'invitedByName',
  'message',
]
const instants = ['createdAt', 'updatedAt', 'expiresAt']

test('the names of the API’s fields are those of the specification', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id: groupId } = await ana.ok(api.createGroup, { body: { name: 'Choir' } })
  const { invited } = await ana.invite(groupId, ben.email)
  const group = await ana.group(groupId)
  expect(Object.keys(group)).toEqual(expect.arrayContaining(['name', 'description', 'createdBy', 'created']))
  expect(group.createdBy).toBe(ana.userId)
  expect(group.members).toEqual([
    { userId: ana.userId, displayName: 'Ana', status: true, lastUpdated: expect.any(String) },
  ])
  const received = await ben.received()
  for (const [invitation] of [invited, received]) {
    expect(Object.keys(invitation ?? {})).toEqual(expect.arrayContaining([...ofInvitation, ...instants]))
    expect(invitation).toMatchObject({ groupName: 'Choir', invitedBy: ana.userId, invitedByName: 'Ana' })
    expect(invitation).toMatchObject({ email: ben.email, status: 'pending' })
  }
  const [notification] = await ana.notices()
  expect(notification).toMatchObject({ userId: ana.userId, type: 'invite', read: false })
  expect((await ana.ok(api.readSession)).account).toMatchObject({
    ...{ uid: ana.userId, displayName: 'Ana' },
    ...{ email: ana.email, emailVerified: true },
  })
})

test('the columns of the tables have the names of the API’s fields, in snake case', () => {
  const columnsOf = (table: Parameters<typeof getTableColumns>[0]) =>
    Object.values(getTableColumns(table)).map(({ name }) => name)
  expect(columnsOf(groups)).toEqual(expect.arrayContaining(['name', 'description', 'created_by', 'created']))
  expect(columnsOf(memberships)).toEqual(expect.arrayContaining(['user_id', 'status', 'last_updated']))
  expect(columnsOf(invitations)).toEqual(
    expect.arrayContaining([
      'email',
      'status',
      'invited_by',
      'message',
      'created_at',
      'updated_at',
      'expires_at',
    ]),
  )
  expect(columnsOf(users)).toEqual(expect.arrayContaining(['uid', 'display_name', 'email']))
})

import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { groups, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply } from '#testing/test-user.ts'

const app = useTestApp()

const [ana] = app.users('Ana')
let groupId: string

beforeAll(async () => {
  groupId = (await app.groupOf(ana)).id
})

const name = 'Win at Https://evil.example'
const email = newAddress()

test.each<[string, string, () => Promise<Reply>]>([
  [
    'at sign-up',
    'Display name',
    () => app.guest().call(api.signUp, { body: { displayName: name, email, password: 'correct horse' } }),
  ],
  [
    'in the profile',
    'Display name',
    () => ana.call(api.updateAccount, { body: { displayName: 'see WWW.evil' } }),
  ],
  [
    'for a new group',
    'Group name',
    () => ana.call(api.createGroup, { body: { name, inviteEmails: [email] } }),
  ],
  [
    'for an existing group',
    'Group name',
    () => ana.call(api.updateGroup, { params: { groupId }, body: { name, description: '' } }),
  ],
])('a name with a web address is refused %s', async (_, label, send) => {
  expect(await send()).toMatchObject({
    status: 400,
    body: { code: 'invalid-input', message: `${label} can’t contain a web address.` },
  })
  expect(await app.emailsTo(email)).toEqual([])
  expect((await ana.ok(api.readSession)).account?.displayName).toBe('Ana')
  expect((await ana.groups()).map(group => group.name)).toEqual(['Mountain Rescue'])
})

test('stored names that contain a web address are used unchanged in emails', async () => {
  const old = { displayName: 'www.ana.example', name: 'https://choir.example' }
  const bea = await app.signUp('Bea')
  const { id } = await app.groupOf(bea)
  await app.database.update(users).set(old).where(eq(users.uid, bea.userId))
  await app.database.update(groups).set(old).where(eq(groups.id, id))
  await bea.invite(id, email)
  const [sent] = await app.emailsTo(email)
  expect(sent?.subject).toBe(`${old.displayName} invited you to join ${old.name} on Grouplight App`)
})

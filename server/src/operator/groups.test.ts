import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { groups } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { runCommand } from './run-command.ts'

const app = useTestApp()

const [ben] = app.users('Ben')

async function run(...args: string[]) {
  const printed: string[] = []
  const outcome = await runCommand(app.services, { args, folder: '/' }, line => printed.push(line))
  return { ...outcome, printed }
}

async function groupOfAna() {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana, ben)
  return { ana, groupId, params: { groupId } }
}

test('`users delete` of a creator, also of a disabled one, needs to know what becomes of the groups', async () => {
  const { ana, params } = await groupOfAna()
  await disableAccount(app.services, ana)
  expect(await run('users', 'delete', ana.email)).toMatchObject({
    exit: 1,
    refusal: expect.stringContaining('--groups'),
  })
  expect(await run('users', 'delete', ana.email, '--groups', 'keep')).toMatchObject({ exit: 2 })
  expect(await run('users', 'delete', ana.email, '--groups', 'offer')).toMatchObject({ exit: 0 })
  expect(await ben.ok(api.readGroup, { params })).toMatchObject({ createdBy: null, memberCount: 1 })
})

test('`users delete --groups delete` deletes the groups', async () => {
  const { ana, groupId } = await groupOfAna()
  expect(await run('users', 'delete', ana.email, '--groups', 'delete')).toMatchObject({ exit: 0 })
  expect(await app.database.$count(groups, eq(groups.id, groupId))).toBe(0)
})

test('`groups list --without-admin` finds a group, which `groups offer` offers to a member, who accepts', async () => {
  const { ana, groupId, params } = await groupOfAna()
  const listed = async (...options: string[]) => (await run('groups', 'list', ...options)).printed.join('\n')
  expect(await listed()).toContain(groupId)
  expect(await listed('--without-admin')).not.toContain(groupId)
  expect(await run('groups', 'offer', groupId, ben.email)).toMatchObject({
    exit: 1,
    refusal: 'This group has an admin.',
  })

  await run('users', 'delete', ana.email, '--groups', 'offer')
  expect(await listed('--without-admin')).toMatch(new RegExp(`${groupId} +Mountain Rescue +1 +without admin`))
  const cyd = await app.signUp('Cyd')
  expect(await run('groups', 'offer', groupId, cyd.email)).toMatchObject({ exit: 1 })
  expect(await run('groups', 'offer', 'nothing', ben.email)).toMatchObject({ exit: 1 })
  expect(await run('groups', 'offer', groupId, ben.email)).toMatchObject({ exit: 0 })
  expect((await ben.notices())[0]).toMatchObject({
    message: 'Mountain Rescue needs an admin, and is offered to you',
  })
  expect(await ben.ok(api.acceptOffer, { params })).toMatchObject({ createdBy: ben.userId })
})

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { checkBackup } from '#operator/backup/backup-file.ts'
import { groups, signUps, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'
import { newAddress } from '#testing/test-user.ts'
import { checksOf } from '../check-data.ts'
import { createBackupDownload } from './download-backup.ts'

const silentPort = await freePort()
const app = useOwnTestApp({ SMTP_URL: `smtp://127.0.0.1:${silentPort}` })

let olga: TestUser

beforeAll(async () => {
  olga = await app.signUp('Olga')
  await setOperator(app.services, { userId: olga.userId, isOperator: true })
})

const codeOf = ({ body }: Reply) => (body as { code?: string }).code

describe('the state of the site', () => {
  test('comes within 3 seconds although a mail server says nothing, which counts as a warning', async () => {
    const sockets = new Set<{ destroy(): void }>()
    const silent = createServer(socket => sockets.add(socket.on('error', () => {})))
    await new Promise<void>(resolve => silent.listen(silentPort, '127.0.0.1', resolve))
    onTestFinished(() => {
      silent.close()
      for (const socket of sockets) socket.destroy()
    })
    const state = await olga.ok(api.readSiteState)
    expect(state.findings).toContainEqual({ area: 'mail server', state: 'warn', text: 'no answer yet' })
    const areas = new Set(state.findings.map(({ area }) => area))
    // Without a provider there is nothing to say about it.
    for (const area of Object.keys(checksOf(app.services)).filter(area => area !== 'provider'))
      expect(areas).toContain(area)
    expect(state).toMatchObject({ users: 1, groups: 0, nodes: 1, waitingEmails: 0 })
    expect(state.databaseBytes).toBeGreaterThan(1_000_000)
  })
})

describe('a user', () => {
  test('who is added gets a link that sets the password', async () => {
    const email = newAddress()
    const { userId, url } = await olga.ok(api.addUserByOperator, { body: { email, displayName: 'Dan' } })
    const [stored] = await app.database.select().from(users).where(eq(users.uid, userId))
    expect(stored).toMatchObject({ email, displayName: 'Dan', passwordHash: null })
    const token = new URL(url ?? '').searchParams.get('token') ?? ''
    const data = { token, newPassword: 'battery staple' }
    await app.guest().request('POST', '/functions/us-central1/resetPasswordWithToken', { data })
    const again = await olga.call(api.addUserByOperator, { body: { email } })
    expect(again).toMatchObject({ status: 400, body: { params: { reason: 'has-account', email } } })
    const next = await olga.ok(api.createUserLink, { params: { userId } })
    expect(next.url).toContain('/reset-password?token=')
  })

  test('who waits for a verification is verified, gets a link, or is deleted, by the id of the sign-up', async () => {
    const idOf = async (who: TestUser) => {
      await who.register()
      const [found] = await app.database.select().from(signUps).where(eq(signUps.email, who.email))
      return { userId: found?.id ?? '' }
    }
    const [dan, eve] = [app.guest('Dan'), app.guest('Eve')]
    const [ofDan, ofEve] = [await idOf(dan), await idOf(eve)]
    const { url } = await olga.ok(api.createUserLink, { params: ofDan })
    expect(url).toContain('/email-verified?')
    for (const body of [{ isDisabled: true }, { isOperator: true }])
      expect(codeOf(await olga.call(api.changeUserByOperator, { params: ofDan, body }))).toBe(
        'user-not-found',
      )
    expect(codeOf(await olga.call(api.signOutUserByOperator, { params: ofDan }))).toBe('user-not-found')
    await olga.ok(api.changeUserByOperator, { params: ofDan, body: { isVerified: true } })
    await dan.signIn()
    await olga.ok(api.deleteUserByOperator, { params: ofEve, query: { groups: 'offer' } })
    expect(codeOf(await olga.call(api.createUserLink, { params: ofEve }))).toBe('user-not-found')
  })

  test.each([
    ['offer', { createdBy: null, withoutAdminSince: expect.any(Date) }],
    ['delete', undefined],
  ] as const)('who is deleted with “%s” leaves no group without a head unseen', async (fate, left) => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const params = { userId: ana.userId }
    expect((await olga.call(api.deleteUserByOperator, { params })).status).toBe(400)
    await olga.ok(api.deleteUserByOperator, { params, query: { groups: fate } })
    const [group] = await app.database.select().from(groups).where(eq(groups.id, groupId))
    if (left) expect(group).toMatchObject(left)
    else expect(group).toBeUndefined()
  })

  test('is signed out everywhere, and may sign in again', async () => {
    const ana = await app.signUp('Ana')
    const screen = await ana.open()
    await olga.ok(api.signOutUserByOperator, { params: { userId: ana.userId } })
    await screen.closed
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
    await ana.signIn()
  })
})

test('a group without an admin is listed without its contents, and is offered to a member', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id: groupId } = await app.groupOf(ana, ben)
  const { count } = await olga.ok(api.listGroupsWithoutAdmin)
  const offer = (email: string) =>
    olga.call(api.offerGroupByOperator, { params: { groupId }, body: { email } })
  expect(codeOf(await offer(ben.email))).toBe('group-has-admin')
  const deletion = { params: { userId: ana.userId }, query: { groups: 'offer' } } as const
  await olga.ok(api.deleteUserByOperator, deletion)
  const { count: after, withoutAdmin } = await olga.ok(api.listGroupsWithoutAdmin)
  expect(after).toBe(count)
  expect(withoutAdmin[0]).toEqual({ id: groupId, name: 'Mountain Rescue', memberCount: 1 })
  expect(codeOf(await offer(newAddress()))).toBe('user-not-found')
  expect(codeOf(await offer(olga.email))).toBe('member-not-found')
  expect((await offer(ben.email)).status).toBe(204)
  expect((await ben.notices())[0]).toMatchObject({ type: 'admin', action: 'offered' })
})

test('an announcement reaches every verified user', async () => {
  const ana = await app.signUp('Ana')
  const { notified } = await olga.ok(api.announceToAll, { body: { message: 'Back at noon.' } })
  expect(notified).toBe(await app.database.$count(users))
  expect((await ana.notices())[0]).toMatchObject({ message: 'Back at noon.' })
})

describe('a backup', () => {
  async function download() {
    const response = await fetch(`${app.url}${api.downloadBackup.path}`, { headers: { cookie: olga.cookie } })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('is a file as the command writes it, and its time is shown', async () => {
    const before = (await olga.ok(api.readSiteState)).lastBackupAt
    const { response, bytes } = await download()
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="grouplight-\d{4}-\d\d-\d\d\.backup"$/,
    )
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const folder = mkdtempSync(join(tmpdir(), 'grouplight-page-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'backup'), bytes)
    const header = await checkBackup(join(folder, 'backup'))
    const rowsOf = (table: string) => header.tables.find(({ name }) => name === table)?.rows
    expect(rowsOf('users')).toBe(await app.database.$count(users))
    expect((await olga.ok(api.readSiteState)).lastBackupAt).not.toBe(before)
    const left = readdirSync(app.services.config.dataDir).filter(name => name.startsWith('backup'))
    expect(left).toEqual([])
  })

  test('is refused while another one is made, also on another node, and possible afterwards', async () => {
    const { database } = app.services
    const download = createBackupDownload(app.services)
    const [first, second] = await Promise.allSettled([download(), download()])
    expect([first?.status, second]).toEqual(['fulfilled', refused])
    if (first?.status === 'fulfilled') first.value.bytes.destroy()
    if (inject('postgresUrl') !== null)
      await database.tryWithLock('backup', async () => {
        expect(await Promise.allSettled([download()])).toEqual([refused])
      })
    ;(await download()).bytes.destroy()
  })
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'backup-running' }) }
})

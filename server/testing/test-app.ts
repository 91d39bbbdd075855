import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Group } from '@grouplight/contract/group.ts'
import { asc, eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { type Config, readConfig } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { outbox } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { type App, createApp } from '#start/app.ts'
import { runMaintenance } from '#start/maintenance/maintenance.ts'
import { api } from './api.ts'
import { freePort } from './free-port.ts'
import { insertUsers } from './insert-users.ts'
import { findSecrets } from './log-secrets.ts'
import { createDatabase } from './postgres.ts'
import { TestClock } from './test-clock.ts'
import { TestUser } from './test-user.ts'

type Email = typeof outbox.$inferSelect

export type TestApp = {
  url: string
  clock: TestClock
  database: Database
  services: Services
  /** Inserts a verified, signed-in user. */
  signUp(name: string, email?: string): Promise<TestUser>
  /** Declares users who are inserted before the tests of the file or of the describe block. */
  users<const Names extends readonly string[]>(...names: Names): { [Name in keyof Names]: TestUser }
  guest(): TestUser
  groupOf(creator: TestUser, ...members: TestUser[]): Promise<Group>
  emailsTo(to: TestUser | string): Promise<Email[]>
  /** Returns the link in the newest email that contains a link to this page. */
  linkTo(to: TestUser | string, page: 'email-verified' | 'reset-password' | 'do-not-invite'): Promise<URL>
  /** The log lines as JSON. They are also printed if LOG_LEVEL is set. */
  logged: string[]
  /** Runs the maintenance jobs once and wakes the email worker and the push worker. */
  runMaintenance(): Promise<void>
  /** The node is closed after the test. */
  anotherNode(env?: Record<string, string>): Promise<TestNode>
  /** Restarts the server with the same address, database and clock. */
  restart(): Promise<void>
}

export type TestNode = { address: string; services: Services; close(): Promise<void> }

/**
 * Starts a server for the tests of a file or describe block. Most limits are too high to be reached, unless `env` sets them.
 * Fails after the tests if the log contains a secret.
 */
export function useTestApp(env: Record<string, string> = {}): TestApp {
  const test = { clock: new TestClock(), logged: [] as string[] } as TestApp
  let app: App
  let config: Config
  let settings: Record<string, string | undefined>
  let dataDir: string
  const leaked: string[] = []

  async function start(): Promise<void> {
    app = await run(config)
    test.database = app.services.database
    test.services = app.services
  }

  async function run(config: Config): Promise<App> {
    const log = pino({ level: config.logLevel }, { write: keep })
    const opened = await openDatabase(config, () => {})
    const app = await createApp({ config, clock: test.clock, log, opened })
    await app.listen()
    return app
  }

  function keep(line: string): void {
    test.logged.push(line)
    leaked.push(...findSecrets([line]))
    if (process.env.LOG_LEVEL) process.stdout.write(line)
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'grouplight-test-'))
    const postgresUrl = inject('postgresUrl')
    if (postgresUrl === null)
      cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
    const port = String(await freePort())
    settings = {
      PORT: port,
      HOST: 'localhost',
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.LOG_LEVEL,
      ...(postgresUrl && {
        DATABASE_URL: await createDatabase(postgresUrl, newId(), 'migrated'),
        AUTH_SECRET: 'the secret of a test, long enough',
      }),
      ...generousLimits,
      ...env,
    }
    config = readConfig(settings)
    test.url = config.appUrl
    await start()
  })

  afterAll(async () => {
    await app?.close()
    rmSync(dataDir, { recursive: true, force: true })
    expect(leaked, 'secrets in the log').toEqual([])
  })

  test.runMaintenance = async () => {
    await runMaintenance(app.services)
    app.services.workers.email.wake()
    app.services.workers.push.wake()
  }

  test.restart = async () => {
    await app.close()
    await start()
  }

  test.anotherNode = async other => {
    const port = String(await freePort())
    const node = await run(readConfig({ ...settings, APP_URL: test.url, PORT: port, ...other }))
    let closing: Promise<void> | undefined
    const close = () => (closing ??= node.close())
    onTestFinished(close)
    return { address: `http://localhost:${port}`, services: node.services, close }
  }

  test.guest = () => new TestUser(test.url)

  test.signUp = async (name, email = addressFor(name)) => {
    const user = new TestUser(test.url, { name, email })
    await signIn(user)
    return user
  }

  test.users = (...names) => {
    const users = names.map(name => new TestUser('', { name, email: addressFor(name) }))
    beforeAll(() => signIn(...users))
    return users as { [Name in keyof typeof names]: TestUser }
  }

  async function signIn(...users: TestUser[]): Promise<void> {
    const signedIn = await insertUsers(test.services, users)
    for (const [at, user] of users.entries())
      Object.assign(user, { url: test.url, address: test.url, ...signedIn[at] })
  }

  test.groupOf = async (creator, ...members) => {
    const { id: groupId } = await creator.ok(api.createGroup, {
      body: { name: 'Mountain Rescue', description: 'Night shift' },
    })
    if (members.length > 0) {
      await creator.ok(api.inviteMembers, {
        params: { groupId },
        body: { emails: members.map(({ email }) => email) },
      })
    }
    for (const member of members) {
      const { invitations } = await member.ok(api.listReceivedInvitations)
      const invitation = invitations.find(invitation => invitation.groupId === groupId)
      await member.ok(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
    }
    return creator.ok(api.readGroup, { params: { groupId } })
  }

  test.emailsTo = to =>
    test.database
      .select()
      .from(outbox)
      .where(eq(outbox.toAddress, typeof to === 'string' ? to : to.email))
      .orderBy(asc(outbox.createdAt))

  test.linkTo = async (to, page) => {
    for (const { text } of (await test.emailsTo(to)).reverse()) {
      const link = text.match(new RegExp(`\\S+/${page}\\?\\S+`))?.[0]
      if (link) return new URL(link)
    }
    throw new Error(`No email links to ${page}`)
  }

  return test
}

const addressFor = (name: string) =>
  `${name.toLowerCase().replace(/\W+/g, '.')}.${newId().toLowerCase()}@example.org`

const generousLimits = {
  LIMIT_SIGN_UPS_PER_IP: '100000',
  LIMIT_VERIFICATION_EMAILS_PER_IP: '100000',
  LIMIT_FAILED_SIGN_INS_PER_IP: '100000',
  LIMIT_PASSWORD_RESETS_PER_IP: '100000',
  LIMIT_WRONG_CODES_PER_IP: '100000',
  LIMIT_INVITATIONS_ON_FIRST_DAY: '100000',
  LIMIT_INVITATIONS_PER_ADDRESS: '100000',
  LIMIT_REQUESTS_PER_SECOND: '100000',
  LIMIT_CHANGES_PER_MINUTE: '100000',
}

import { functionsPath } from '@grouplight/contract/callable.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { mailUnmailed } from '#features/call/mail-asked.ts'
import { joinGroup } from '#features/group/join-group.ts'
import { lockGroup } from '#features/group/membership.ts'
import { readConfig } from '#platform/config/config.ts'
import { commit } from '#platform/database/commit.ts'
import type { Database } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { runMaintenance } from '#start/maintenance/maintenance.ts'
import { api } from './api.ts'
import { freePort } from './free-port.ts'
import { insertUsers } from './insert-users.ts'
import { findSecrets } from './log-secrets.ts'
import { runNode, type Server, startServer } from './run-server.ts'
import { endSharedServer, sharedClock, sharedServer } from './shared-server.ts'
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
  /** With a name, the guest has an address of its own and can sign up. */
  guest(name?: string): TestUser
  /** The members are Available, and were not invited. */
  groupOf(creator: TestUser, ...members: TestUser[]): Promise<Group>
  /** The creator invites the users, who accept. */
  join(creator: TestUser, groupId: string, ...users: TestUser[]): Promise<void>
  emailsTo(to: TestUser | string): Promise<Email[]>
  /** Returns the link in the newest email that contains a link to this page. */
  linkTo(to: TestUser | string, page: 'email-verified' | 'reset-password' | 'do-not-invite'): Promise<URL>
  /** Returns the code of the newest emailed link that verifies the address. */
  codeTo(to: TestUser | string): Promise<string>
  /** Asks for a link that sets a new password, and returns its token. */
  resetTokenFor(to: TestUser | string): Promise<string>
  /** Sets a new password by an emailed link, which a guest opens unless another browser is given. */
  resetPassword(of: TestUser | string, newPassword: string, browser?: TestUser): Promise<void>
  /** The log lines as JSON. They are also printed if LOG_LEVEL is set. */
  logged: string[]
  /** Runs the maintenance jobs once and wakes the email worker and the push worker. */
  runMaintenance(): Promise<void>
  /** The node is closed after the test. */
  anotherNode(env?: Record<string, string>): Promise<TestNode>
  /** Restarts an own server with the same address, database and clock. */
  restart(): Promise<void>
}

export type TestNode = { address: string; services: Services; close(): Promise<void> }

/**
 * Starts the server of the file, which all its tests share. With settings, starts another server for the tests of a file or describe
 * block. Most limits are too high to be reached.
 */
export function useTestApp(env?: Record<string, string>): TestApp {
  if (env) return useOwnTestApp(env)
  // Registered first, so it runs after all other hooks of the file.
  afterAll(endSharedServer)
  return useServer(sharedClock, sharedServer)
}

/** Starts a server with settings of its own, for tests that change services or restart the server. */
export function useOwnTestApp(env: Record<string, string> = {}): TestApp {
  const clock = new TestClock()
  let server: Server | undefined
  afterAll(() => server?.stop())
  return useServer(clock, async () => {
    server = await startServer(clock, env)
    return server
  })
}

function useServer(clock: TestClock, getServer: () => Promise<Server>): TestApp {
  const test = { clock, logged: [] as string[] } as TestApp
  const leaked: string[] = []
  let server: Server

  function keep(line: string): void {
    test.logged.push(line)
    leaked.push(...findSecrets([line]))
  }

  beforeAll(async () => {
    server = await getServer()
    server.listeners.add(keep)
    const { services } = server.app
    Object.assign(test, { url: server.config.appUrl, services, database: services.database })
  })

  afterAll(() => {
    server?.listeners.delete(keep)
    expect(leaked, 'secrets in the log').toEqual([])
  })

  test.runMaintenance = async () => {
    await runMaintenance(test.services)
    test.services.workers.email.wake()
    test.services.workers.push.wake()
  }

  test.restart = async () => {
    await server.app.close()
    server.app = await runNode(server.config, clock, server.listeners)
    const { services } = server.app
    Object.assign(test, { services, database: services.database })
  }

  test.anotherNode = async other => {
    const port = String(await freePort())
    const config = readConfig({ ...server.settings, APP_URL: test.url, PORT: port, ...other })
    const node = await runNode(config, clock, server.listeners)
    let closing: Promise<void> | undefined
    const close = () => (closing ??= node.close())
    onTestFinished(close)
    return { address: `http://localhost:${port}`, services: node.services, close }
  }

  test.guest = name => new TestUser(test.url, name ? { name, email: addressFor(name) } : {})

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
    await commit(test.services, async transaction => {
      const group = await lockGroup(transaction, groupId)
      for (const { userId, name: displayName, email } of members) {
        const member = { userId, displayName, email }
        if (group) await joinGroup(transaction, test.services, { member, group, isAvailable: true })
      }
    })
    return creator.group(groupId)
  }

  test.join = async (creator, groupId, ...users) => {
    const emails = users.map(({ email }) => email)
    await creator.invite(groupId, ...emails)
    for (const user of users) {
      const invitations = await user.received()
      const invitation = invitations.find(invitation => invitation.groupId === groupId)
      await user.ok(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
    }
  }

  test.emailsTo = async to => {
    await mailUnmailed(test.services)
    return test.database
      .select()
      .from(outbox)
      .where(eq(outbox.toAddress, typeof to === 'string' ? to : to.email))
      .orderBy(asc(outbox.createdAt))
  }

  test.linkTo = async (to, page) => {
    for (const { text } of (await test.emailsTo(to)).reverse()) {
      const link = text.match(new RegExp(`\\S+/${page}\\?\\S+`))?.[0]
      if (link) return new URL(link)
    }
    throw new Error(`No email links to ${page}`)
  }

  test.codeTo = async to => (await test.linkTo(to, 'email-verified')).searchParams.get('oobCode') ?? ''

  test.resetTokenFor = async to => {
    const data = { email: typeof to === 'string' ? to : to.email }
    await test.guest().request('POST', `${functionsPath}/sendCustomPasswordReset`, { data })
    return (await test.linkTo(to, 'reset-password')).searchParams.get('token') ?? ''
  }

  test.resetPassword = async (of, newPassword, browser = test.guest()) => {
    const data = { token: await test.resetTokenFor(of), newPassword }
    const reply = await browser.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })
    expect(reply).toMatchObject({ status: 200 })
  }

  return test
}

const addressFor = (name: string) =>
  `${name.toLowerCase().replace(/\W+/g, '.')}.${newId().toLowerCase()}@example.org`

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGroup, type Group, readGroup } from '@grouplight/contract/group.ts'
import { acceptInvitation, inviteMembers, listReceivedInvitations } from '@grouplight/contract/invitation.ts'
import { asc, eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { type App, createApp } from '#app.ts'
import { readConfig } from '#config.ts'
import { type Database, openDatabase } from '#database/database.ts'
import { letters } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import { sweep } from '#sweep.ts'
import { freePort } from './free-port.ts'
import { Person } from './person.ts'
import { createDatabase } from './postgres.ts'
import { TestClock } from './test-clock.ts'

type Letter = typeof letters.$inferSelect

/** A whole server on a database of its own, and the builders with which tests tell their stories. */
export type TestApp = {
  url: string
  clock: TestClock
  database: Database
  /** A person with a verified account, signed in. */
  signUp(name: string, email?: string): Promise<Person>
  /** A guest: nobody is signed in. */
  guest(): Person
  /** A group made by the first person, with the others as members. */
  groupOf(creator: Person, ...members: Person[]): Promise<Group>
  /** All letters to somebody, the oldest first. */
  lettersTo(to: Person | string): Promise<Letter[]>
  /** The link of the newest letter to somebody that leads to a page. */
  linkTo(to: Person | string, page: 'email-verified' | 'reset-password'): Promise<URL>
  /** What time alone brings about, now. */
  sweep(): Promise<void>
}

/**
 * Starts a server before the tests of a file and ends it after them. `env` adds settings; without it the limits are so
 * high that no test meets them by accident.
 */
export function useTestApp(env: Record<string, string> = {}): TestApp {
  const test = {} as TestApp
  let app: App
  let dataDir: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'grouplight-test-'))
    const postgresUrl = inject('postgresUrl')
    if (postgresUrl === null) cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
    const port = String(await freePort())
    const config = readConfig({
      PORT: port,
      HOST: 'localhost',
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ...(postgresUrl && { DATABASE_URL: await createDatabase(postgresUrl, newId()), AUTH_SECRET: 'the secret of a test, long enough' }),
      ...generousLimits,
      ...env,
    })
    const clock = new TestClock()
    const opened = await openDatabase(config, () => {})
    app = await createApp({ config, clock, log: pino({ level: config.logLevel }), opened })
    await app.http.listen({ port: config.port, host: config.host })
    const { database } = opened
    Object.assign(test, { url: config.appUrl, clock, database, sweep: () => sweep(app.services) })
  })

  afterAll(async () => {
    await app?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.guest = () => new Person(test.url)

  test.signUp = async (name, email = `${name.toLowerCase().replace(/\W+/g, '.')}.${newId().toLowerCase()}@example.org`) => {
    const person = new Person(test.url, { name, email })
    await person.register()
    const code = (await test.linkTo(email, 'email-verified')).searchParams.get('oobCode')
    await person.verify(code ?? '')
    await person.signIn()
    return person
  }

  test.groupOf = async (creator, ...members) => {
    const { id: groupId } = await creator.ok(createGroup, { body: { name: 'Mountain Rescue', description: 'Night shift' } })
    if (members.length > 0) {
      await creator.ok(inviteMembers, { params: { groupId }, body: { emails: members.map(({ email }) => email) } })
    }
    for (const member of members) {
      const { invitations } = await member.ok(listReceivedInvitations)
      const invitation = invitations.find(invitation => invitation.groupId === groupId)
      await member.ok(acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
    }
    return creator.ok(readGroup, { params: { groupId } })
  }

  test.lettersTo = to =>
    test.database
      .select()
      .from(letters)
      .where(eq(letters.toAddress, typeof to === 'string' ? to : to.email))
      .orderBy(asc(letters.createdAt))

  test.linkTo = async (to, page) => {
    for (const { text } of (await test.lettersTo(to)).reverse()) {
      const link = text.match(new RegExp(`\\S+/${page}\\?\\S+`))?.[0]
      if (link) return new URL(link)
    }
    throw new Error(`No letter links to ${page}`)
  }

  return test
}

const generousLimits = {
  LIMIT_SIGN_UPS_PER_IP: '100000',
  LIMIT_FAILED_SIGN_INS_PER_IP: '100000',
  LIMIT_PASSWORD_RESETS_PER_IP: '100000',
}

import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { setAvailability } from '@grouplight/contract/availability.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { users } from '#database/schema.ts'
import { groupTopic } from '#group/topic.ts'
import { hasNats, startNats, type TestNats } from '#testing/nats.ts'
import type { Person } from '#testing/person.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'

const is = (name: LiveMessage[0]) => (message: LiveMessage) => message[0] === name

/** A foreign sender on the bus. */
type Intruder = {
  /** Sends it where the nodes listen, as only the holder of the secret can. */
  say(text: string, about?: string): Promise<unknown>
  /** Sends the heartbeat of a node of the previous release. */
  sendOlderHeartbeat(): Promise<unknown>
}

describe.skipIf(inject('postgresUrl') === null)('foreign messages on PostgreSQL', () => {
  const app = useTestApp()
  let client: pg.Client
  const intruder: Intruder = {
    say: text => client.query('select pg_notify($1, $2)', [app.services.bus?.notifyTarget?.channel, text]),
    sendOlderHeartbeat: () => client.query(`select pg_notify('grouplight', 'older-node beat')`),
  }
  beforeAll(async () => {
    client = new pg.Client(app.services.config.databaseUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  areNotTrusted(app, intruder, text => `intruder ${text}`)

  test('the name of the channel is derived from the secret: another role can neither listen nor send', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const eve = await anotherRole(app)
    const received: unknown[] = []
    eve.on('notification', notification => received.push(notification))
    await eve.query('listen grouplight')
    const bens = await ben.open()
    bens.clear()
    for (const text of ['x [broken', `x [["publish","${groupTopic(groupId)}",["group.left","${groupId}"]]]`])
      await eve.query(`select pg_notify('grouplight', $1)`, [text])
    await turn(ana, groupId, false)
    await bens.next(is('t'))
    await eve.query('select 1')
    expect(
      received.filter(notification => !/^x /.test((notification as pg.Notification).payload ?? '')),
    ).toEqual([])
    expect(bens.received.map(([name]) => name).filter(name => name === 'group.left')).toEqual([])
    const { rows } = await eve.query('select query from pg_stat_activity')
    expect(JSON.stringify(rows)).not.toContain(app.services.bus?.notifyTarget?.channel)
  })
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('foreign messages on NATS', () => {
  let nats: TestNats
  let connection: NatsConnection
  const env: Record<string, string> = {}
  beforeAll(async () => {
    nats = await startNats()
    env.NATS_URL = nats.url
  })
  const app = useTestApp(env)
  beforeAll(async () => {
    connection = await connect({ servers: nats.url })
  })
  afterAll(async () => {
    await connection.close()
    await nats.stop()
  })
  const derived = (purpose: string) => createHmac('sha256', app.services.secret).update(purpose).digest('hex')
  const publish = async (subject: string, text: string) => {
    connection.publish(subject, text)
    await connection.flush()
  }

  areNotTrusted(
    app,
    {
      say: (text, about = 'nodes') => publish(`grouplight.${derived('bus').slice(0, 32)}.${about}`, text),
      sendOlderHeartbeat: () =>
        publish(`grouplight.${derived('site').slice(0, 12)}.nodes`, 'beat older-node'),
    },
    text => text,
  )
})

function areNotTrusted(app: TestApp, intruder: Intruder, framed: (text: string) => string) {
  let ana: Person
  let ben: Person
  let eve: Person
  let groupId: string

  beforeEach(async () => {
    ;[ana, ben, eve] = (await Promise.all(['Ana', 'Ben', 'Eve'].map(name => app.signUp(name)))) as [
      Person,
      Person,
      Person,
    ]
    groupId = (await app.groupOf(ana, ben)).id
  })

  const say = (event: unknown, person: Person) =>
    intruder.say(
      framed(typeof event === 'string' ? event : JSON.stringify([event])),
      `person:${person.userId}`,
    )

  test('malformed messages are dropped and counted, and nothing else is affected', async () => {
    const eves = await eve.open()
    const { counts, bus } = app.services
    const before = counts.busEventsRefused
    const gaps = bus?.gaps
    const malformed = [
      '[broken',
      '[[]]',
      '[null]',
      '["publish"]',
      '[7]',
      `[["follow","${eve.userId}"]]`,
      `[["follow","${eve.userId}",{}]]`,
      `[["tell","${eve.userId}",["no such message"]]]`,
      `[["tell","${eve.userId}",["t","g",1,0,{"a":"b"}]]]`,
      `[["tell","${eve.userId}",["group.left",7]]]`,
      `[["close","${eve.userId}",0,null]]`,
      `[["close","${eve.userId}","4001",null]]`,
      `[["close","${eve.userId}",1005,null]]`,
      `[["close","${eve.userId}",2000,null]]`,
      `[["become","${eve.userId}"]]`,
      `[["follow","${eve.userId}","${'x'.repeat(101)}"]]`,
    ]
    for (const text of malformed) await say(text, eve)
    for (const text of ['', 'wither away']) await intruder.say(text, 'nodes')
    await expect.poll(() => counts.busEventsRefused - before).toBeGreaterThanOrEqual(malformed.length + 2)
    expect(app.logged.filter(line => line.includes('malformed messages from the bus'))).toHaveLength(1)
    // A well-formed message still arrives, so nothing was closed or lost.
    await say(['tell', eve.userId, ['account.changed']], eve)
    await eves.next(is('account.changed'))
    expect(eves.received.map(([name]) => name)).toEqual(['hello', 'account.changed'])
    expect([bus?.isUnreachable, bus?.gaps]).toEqual([false, gaps])
  })

  test('nobody can be made to follow a group that they are not in', async () => {
    const eves = await eve.open()
    await say(['follow', eve.userId, groupTopic(groupId)], eve)
    await say(['tell', eve.userId, ['account.changed']], eve)
    await eves.next(is('account.changed'))
    for (const status of [false, true]) {
      await turn(ana, groupId, status)
      await wait(100)
    }
    expect((await eves.settled()).filter(is('t'))).toEqual([])
  })

  test('beside a node of the previous release both nodes compare with the database', async () => {
    const screen = await eve.open()
    const { database } = app.services
    const isCompared = () => database.isLocked('without the bus')
    expect(await isCompared()).toBe(false)
    const beating = setInterval(() => intruder.sendOlderHeartbeat(), 500)
    onTestFinished(() => clearInterval(beating))
    await screen.next(is('hello'))
    // This tells the older node to compare, too.
    await expect.poll(isCompared, { timeout: 5_000 }).toBe(true)
    await expect.poll(() => screen.received.filter(is('hello')).length, { timeout: 5_000 }).toBe(2)
    await database.update(users).set({ displayName: 'Evelyn' }).where(eq(users.uid, eve.userId))
    await expect.poll(() => screen.received.filter(is('hello')).length, { timeout: 5_000 }).toBe(3)
    clearInterval(beating)
    await expect.poll(isCompared, { timeout: 20_000 }).toBe(false)
    expect(app.services.bus?.hasOlderNode).toBe(false)
  }, 40_000)
}

const turn = (person: Person, groupId: string, status: boolean) =>
  person.ok(setAvailability, { params: { groupId, userId: person.userId }, body: { status } })

/** Connects to the same database as a role without any rights. */
async function anotherRole(app: TestApp): Promise<pg.Client> {
  const role = `eve_${Date.now()}`
  const owner = new pg.Client(app.services.config.databaseUrl)
  await owner.connect()
  await owner.query(`create role ${role} login`)
  const url = Object.assign(new URL(app.services.config.databaseUrl as string), { username: role }).href
  const eve = new pg.Client(url)
  await eve.connect()
  onTestFinished(async () => {
    await eve.end()
    await owner.query(`drop role ${role}`)
    await owner.end()
  })
  return eve
}

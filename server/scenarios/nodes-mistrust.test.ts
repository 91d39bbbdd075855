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

/** Somebody else on the bus. */
type Intruder = {
  /** Says it where the nodes listen, who has the secret. */
  say(text: string, about?: string): Promise<unknown>
  /** Says of itself that it lives, as a node of the release before. */
  beatAsOlder(): Promise<unknown>
}

describe.skipIf(inject('postgresUrl') === null)('what comes on PostgreSQL', () => {
  const app = useTestApp()
  let client: pg.Client
  const intruder: Intruder = {
    say: text => client.query('select pg_notify($1, $2)', [app.services.bus?.notifyTarget?.channel, text]),
    beatAsOlder: () => client.query(`select pg_notify('grouplight', 'older-node beat')`),
  }
  beforeAll(async () => {
    client = new pg.Client(app.services.config.databaseUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  isNotBelieved(app, intruder, text => `intruder ${text}`)

  test('comes on a channel whose name is made from the secret: another role neither hears nor is heard', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const eve = await anotherRole(app)
    const heard: unknown[] = []
    eve.on('notification', notification => heard.push(notification))
    await eve.query('listen grouplight')
    const bens = await ben.open()
    bens.clear()
    for (const text of ['x [broken', `x [["publish","${groupTopic(groupId)}",["group.left","${groupId}"]]]`])
      await eve.query(`select pg_notify('grouplight', $1)`, [text])
    await turn(ana, groupId, false)
    await bens.next(is('t'))
    await eve.query('select 1')
    expect(
      heard.filter(notification => !/^x /.test((notification as pg.Notification).payload ?? '')),
    ).toEqual([])
    expect(bens.heard.map(([name]) => name).filter(name => name === 'group.left')).toEqual([])
    const { rows } = await eve.query('select query from pg_stat_activity')
    expect(JSON.stringify(rows)).not.toContain(app.services.bus?.notifyTarget?.channel)
  })
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('what comes on NATS', () => {
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

  isNotBelieved(
    app,
    {
      say: (text, about = 'nodes') => publish(`grouplight.${derived('bus').slice(0, 32)}.${about}`, text),
      beatAsOlder: () => publish(`grouplight.${derived('site').slice(0, 12)}.nodes`, 'beat older-node'),
    },
    text => text,
  )
})

function isNotBelieved(app: TestApp, intruder: Intruder, framed: (text: string) => string) {
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

  test('is dropped and counted when it is malformed, and everything else goes on', async () => {
    const evening = await eve.open()
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
    expect(app.logged.filter(line => line.includes('something malformed came on the bus'))).toHaveLength(1)
    // What is well-formed still arrives, so that nothing was closed or lost on the way.
    await say(['tell', eve.userId, ['account.changed']], eve)
    await evening.next(is('account.changed'))
    expect(evening.heard.map(([name]) => name)).toEqual(['hello', 'account.changed'])
    expect([bus?.isAway, bus?.gaps]).toEqual([false, gaps])
  })

  test('lets nobody follow a group that they are not in', async () => {
    const evening = await eve.open()
    await say(['follow', eve.userId, groupTopic(groupId)], eve)
    await say(['tell', eve.userId, ['account.changed']], eve)
    await evening.next(is('account.changed'))
    for (const status of [false, true]) {
      await turn(ana, groupId, status)
      await wait(100)
    }
    expect((await evening.settled()).filter(is('t'))).toEqual([])
  })

  test('is a reason to compare with the database when it is a node of the release before, in both directions', async () => {
    const screen = await eve.open()
    const { database } = app.services
    const isCompared = () => database.isLocked('without the bus')
    expect(await isCompared()).toBe(false)
    const beating = setInterval(() => intruder.beatAsOlder(), 500)
    onTestFinished(() => clearInterval(beating))
    await screen.next(is('hello'))
    // By this the older node knows that it has to compare, too.
    await expect.poll(isCompared, { timeout: 5_000 }).toBe(true)
    await expect.poll(() => screen.heard.filter(is('hello')).length, { timeout: 5_000 }).toBe(2)
    await database.update(users).set({ displayName: 'Evelyn' }).where(eq(users.uid, eve.userId))
    await expect.poll(() => screen.heard.filter(is('hello')).length, { timeout: 5_000 }).toBe(3)
    clearInterval(beating)
    await expect.poll(isCompared, { timeout: 20_000 }).toBe(false)
    expect(app.services.bus?.hasOlderNode).toBe(false)
  }, 40_000)
}

const turn = (person: Person, groupId: string, status: boolean) =>
  person.ok(setAvailability, { params: { groupId, userId: person.userId }, body: { status } })

/** A connection to the same database as a role that may do nothing there. */
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

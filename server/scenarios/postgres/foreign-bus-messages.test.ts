import type { LiveMessage } from '@grouplight/contract/live.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { groupTopic } from '#platform/live/connections.ts'
import { api } from '#testing/api.ts'
import { type TestApp, useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const is = (name: LiveMessage[0]) => (message: LiveMessage) => message[0] === name

/** A client of the database that sends messages on the nodes' channel, but is not a node. */
describe.skipIf(inject('postgresUrl') === null)('messages on the bus that no node sent', () => {
  const app = useOwnTestApp()
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(app.services.config.databaseUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  let ana: TestUser
  let ben: TestUser
  let eve: TestUser
  let groupId: string

  beforeEach(async () => {
    ;[ana, ben, eve] = (await Promise.all(['Ana', 'Ben', 'Eve'].map(name => app.signUp(name)))) as [
      TestUser,
      TestUser,
      TestUser,
    ]
    groupId = (await app.groupOf(ana, ben)).id
  })

  const send = (message: unknown) =>
    client.query('select pg_notify($1, $2)', [
      app.services.bus?.channel,
      typeof message === 'string' ? message : JSON.stringify([message]),
    ])

  test('malformed messages are dropped and counted, close no connection and cause no gap', async () => {
    const eves = await eve.open()
    const { counts, bus } = app.services
    const before = counts.busEventsRefused
    const gaps = bus?.gaps
    const malformed = [
      '',
      'wither away',
      '[broken',
      '[[]]',
      '[null]',
      '["publish"]',
      '[7]',
      `[["follow","${eve.userId}"]]`,
      `[["follow","${eve.userId}",{}]]`,
      `[["sendTo","${eve.userId}",["no such message"]]]`,
      `[["sendTo","${eve.userId}",["t","g",1,0,{"a":"b"}]]]`,
      `[["sendTo","${eve.userId}",["group.left",7]]]`,
      `[["sendTo","${eve.userId}",[]]]`,
      `[["sendTo","${eve.userId}",1,[["account.changed"]]]]`,
      `[["close","${eve.userId}",0,null]]`,
      `[["close","${eve.userId}","4001",null]]`,
      `[["close","${eve.userId}",1005,null]]`,
      `[["close","${eve.userId}",2000,null]]`,
      `[["become","${eve.userId}"]]`,
      `[["follow","${eve.userId}","${'x'.repeat(101)}"]]`,
    ]
    for (const text of malformed) await send(text)
    await expect.poll(() => counts.busEventsRefused - before).toBeGreaterThanOrEqual(malformed.length)
    expect(app.logged.filter(line => line.includes('malformed messages from the bus'))).toHaveLength(1)
    // If the malformed messages had closed the connection, a later valid message would not arrive.
    await send(['sendTo', eve.userId, ['account.changed']])
    await eves.next(is('account.changed'))
    expect(eves.received.map(([name]) => name)).toEqual(['hello', 'account.changed'])
    expect([bus?.isConnected, bus?.gaps]).toEqual([true, gaps])
  })

  test('a message on the bus cannot make a user follow a group that they are not in', async () => {
    const eves = await eve.open()
    await send(['follow', eve.userId, groupTopic(groupId)])
    await send(['sendTo', eve.userId, ['account.changed']])
    await eves.next(is('account.changed'))
    // Ana's screen on the same server gets both changes. A change would reach all followers at the same time.
    const anas = await ana.open()
    for (const status of [false, true]) await turn(ana, groupId, status)
    await expect.poll(() => anas.received.filter(is('t'))).toHaveLength(2)
    expect((await eves.settled()).filter(is('t'))).toEqual([])
  })

  test('another database role cannot see the name of the channel, and its messages on a guessed channel do not reach the nodes', async () => {
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
    expect(JSON.stringify(rows)).not.toContain(app.services.bus?.channel)
  })
})

const turn = (user: TestUser, groupId: string, status: boolean) =>
  user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })

/** Creates a database role without rights, and connects to the database of the app as this role. */
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

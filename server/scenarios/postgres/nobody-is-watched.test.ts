import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { streamBackup } from '#operator/backup/write-backup.ts'
import { runCommand } from '#operator/run-command.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { api } from '#testing/api.ts'
import { HookReceiver } from '#testing/hook-receiver.ts'
import { instantsIn } from '#testing/instants-in.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const receiver = await HookReceiver.open()
const app = useTestApp({ HOOK_HOSTS: receiver.origin })
afterAll(() => receiver.close())

type AvailabilityChange = { groupId: string; userId: string; status: boolean; lastUpdatedMs: number }

const changes = 200
const storyMs = 3 * dayMs
// Two instants count as the same if they are less than this time apart. This holds for the last three changes of the story, and
// for the changes by one sign-out.
const nearMs = 30 * secondMs

describe('the stored data, and what users and the operator can read', () => {
  const [ana, ben, cyd, eve] = app.users('Ana', 'Ben', 'Cyd', 'Eve')
  const values: AvailabilityChange[] = []
  let starts: number[]
  let ends: number[]

  test('after three days, no past end of an availability is stored or shown, and past starts are only in notices', {
    timeout: 300_000,
  }, async () => {
    const groups = [await app.groupOf(ana, ben, cyd), await app.groupOf(ben, ana)]
    await receiver.addToGroup(ana, groups[0]?.id ?? '', '/group', { tellsNames: true })
    await receiver.add(ben, '/ben', { tellsOwnStatus: true })
    await tellStory(groups.map(({ id }) => id))
    // While a hook is being called, a newer change replaces a waiting change. So the number of calls depends on the machine.
    for (const path of ['/group', '/ben']) expect(receiver.requestsTo(path).length).toBeGreaterThan(0)
    await app.runMaintenance()
    const present = await presentValues()
    expect(values.length).toBeGreaterThan(changes)
    const past = values.filter(value => !present.some(({ lastUpdatedMs }) => isNear(value, lastUpdatedMs)))
    starts = past.filter(({ status }) => status).map(({ lastUpdatedMs }) => lastUpdatedMs)
    ends = past.filter(({ status }) => !status).map(({ lastUpdatedMs }) => lastUpdatedMs)
    expect(Math.min(starts.length, ends.length)).toBeGreaterThan(changes / 3)

    const found = await readEverything()
    for (const [source, text] of found) expect(namedIn(text, ends), source).toEqual([])
    const places = found.filter(([, text]) => namedIn(text, starts).length > 0).map(([source]) => source)
    expect(places).toEqual([
      'table notices',
      'table status_notices',
      'backup',
      ...['Ana', 'Ben', 'Cyd'].map(name => `notifications of ${name}`),
      ...['Ana', 'Ben', 'Cyd'].map(name => `export of ${name}`),
    ])
  })

  test('the export of a user shows no time at which only another member changed their availability', async () => {
    const others = values.filter(({ userId }) => userId !== cyd.userId).map(value => value.lastUpdatedMs)
    const own = values.filter(({ userId }) => userId === cyd.userId).map(value => value.lastUpdatedMs)
    const exported = JSON.stringify(await cyd.ok(api.exportAccount))
    expect(
      namedIn(
        exported,
        others.filter(time => !own.includes(time)),
      ),
    ).toEqual([])
  })

  test('after another week, no past start or end is stored or shown, and no user sees the time of another user’s last change', async () => {
    const statusNotices = await rows<{ id: number }>(app.database)`
      select id::float8 as id from status_notices`
    app.clock.advance(7 * dayMs + hourMs)
    await app.runMaintenance()
    for (const [source, text] of await readEverything()) {
      expect(namedIn(text, [...starts, ...ends]), source).toEqual([])
    }
    const present = await presentValues()
    for (const reader of [ana, ben, cyd]) {
      const others = present.filter(({ userId }) => userId !== reader.userId)
      const own = present.filter(({ userId }) => userId === reader.userId)
      const hidden = others.filter(other => !own.some(({ lastUpdatedMs }) => isNear(other, lastUpdatedMs)))
      expect(hidden.length).toBeGreaterThan(0)
      for (const [source, text] of await readAsUser(reader))
        expect(
          namedIn(
            text,
            hidden.map(({ lastUpdatedMs }) => lastUpdatedMs),
          ),
          source,
        ).toEqual([])
    }
    // The id of a notice is a time. A stored id of a deleted notice would show when the notice was made.
    const idsInUse = await rows<{ id: number }>(app.database)`
      select last_notice_id::float8 as id from groups union select notices_after::float8 from memberships`
    const deleted = new Set(statusNotices.map(({ id }) => id))
    expect(deleted.size).toBeGreaterThan(changes / 3)
    expect(idsInUse.filter(({ id }) => deleted.has(id))).toEqual([])
  })

  test('the log has no lines about sign-outs or accepted changes of availability; lines about refused changes name nobody', async () => {
    const { id: groupId } = await app.groupOf(ana, cyd)
    const params = { groupId, userId: cyd.userId }
    expect((await eve.call(api.setAvailability, { params, body: { status: true } })).status).toBe(404)
    const lines = app.logged.map(line => JSON.parse(line))
    const about = lines.filter(line =>
      [api.setAvailability, api.signOut].some(
        ({ method, path }) => line.method === method && line.route === path,
      ),
    )
    expect(about).toHaveLength(1)
    expect(about[0]).toMatchObject({ status: 404, refusal: 'group-not-found' })
    expect(about[0]).not.toHaveProperty('userId')
    for (const line of app.logged) expect(line).not.toContain(groupId)
  })

  test('25 hours after its end, no question to a group, and no answer to it, is stored, shown or logged', async () => {
    const { id: groupId } = await app.groupOf(ana, ben, cyd)
    await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'admins' } })
    const question = { text: 'Who has the drill?', needed: 1, forMinutes: 60 }
    const { id: callId } = await ana.ok(api.openCall, { params: { groupId }, body: question })
    await ben.ok(api.answerCall, { params: { callId }, body: { can: true, words: 'in a minute' } })
    await app.emailsTo(cyd)
    const places = async () => {
      const traces = [question.text, 'in a minute', callId]
      const everything = [...(await readEverything()), ['log', app.logged.join('\n')] as const]
      return everything
        .filter(([, text]) => traces.some(trace => text.includes(trace)))
        .map(([place]) => place)
    }
    expect(await places()).toEqual([
      ...['call_answers', 'called', 'calls', 'notices', 'outbox'].map(name => `table ${name}`),
      'backup',
      ...['Ana', 'Ben', 'Cyd'].map(name => `pages of ${name}`),
      ...['Ana', 'Ben', 'Cyd'].map(name => `notifications of ${name}`),
      'export of Ben',
    ])
    app.clock.advance(25 * hourMs)
    await app.runMaintenance()
    for (const user of [ana, ben, cyd, eve]) await user.signIn()
    expect(await places()).toEqual([])
  })

  /** Lets the members change their availability and use the app at varying intervals. Fills `values`. */
  async function tellStory(groupIds: string[]): Promise<void> {
    const members: [TestUser, string][] = groupIds.flatMap(groupId =>
      [ana, ben, ...(groupId === groupIds[0] ? [cyd] : [])].map((user): [TestUser, string] => [
        user,
        groupId,
      ]),
    )
    for (let n = 0; n < changes; n++) {
      app.clock.advance(storyMs / changes - (n % 7) * minuteMs)
      const [user, groupId] = members[(n * 7) % members.length] as [TestUser, string]
      if (n % 23 === 22) {
        await user.ok(api.signOut)
        await remember()
        app.clock.advance(5 * minuteMs)
        await user.signIn()
      } else {
        await toggle(user, groupId)
        await remember()
      }
      if (n % 31 === 30) await readNotifications(user)
      if (n % 5 === 0) await addAllWatches(groupIds)
    }
    app.clock.advance(hourMs)
    const [cydAt] = members.filter(([user]) => user === cyd)
    for (let n = 0; n < 3; n++) {
      app.clock.advance(10 * secondMs)
      await toggle(...(cydAt as [TestUser, string]))
    }
    await remember()
    app.clock.advance(26 * hourMs)
  }

  /** Each member tries to add a watch for each member, and watches for 1 and for 2 Available members. Ignores refusals. */
  async function addAllWatches(groupIds: string[]): Promise<void> {
    for (const user of [ana, ben, cyd]) {
      for (const groupId of groupIds) {
        const wishes = [ana, ben, cyd].map(({ userId: memberId }) => ({ memberId }))
        for (const wish of [...wishes, { needed: 1 }, { needed: 2 }])
          await user.call(api.addWatch, { params: { groupId }, body: { ...wish, forMinutes: 1_440 } })
      }
    }
  }

  async function toggle(user: TestUser, groupId: string): Promise<void> {
    const params = { groupId, userId: user.userId }
    const [before] = await rows<{ status: boolean }>(app.database)`
      select status from memberships where group_id = ${groupId} and user_id = ${user.userId}`
    await user.ok(api.setAvailability, { params, body: { status: !before?.status } })
  }

  async function readNotifications(user: TestUser): Promise<void> {
    const { notifications } = await user.ok(api.listNotifications)
    await user.ok(api.readNotification, { params: { notificationId: notifications[0]?.id ?? 0 } })
    await user.ok(api.readNotifications, { body: { upTo: notifications[3]?.id ?? 0 } })
  }

  async function remember(): Promise<void> {
    const known = new Set(values.map(value => JSON.stringify(value)))
    const toggled = await presentValues()
    values.push(...toggled.filter(value => !known.has(JSON.stringify(value))))
  }

  /**
   * Returns the latest change of each member. Omits members who never toggled, because their `last_updated` is the time of
   * joining, which may be stored.
   */
  function presentValues(): Promise<AvailabilityChange[]> {
    return rows<AvailabilityChange>(app.database)`
      select group_id as "groupId", user_id as "userId", status,
        (extract(epoch from last_updated) * 1000)::float8 as "lastUpdatedMs"
      from memberships where last_updated <> joined_at`
  }

  async function readEverything(): Promise<[source: string, text: string][]> {
    const shown = await Promise.all([ana, ben, cyd].map(readAsUser))
    const perPlace = shown.flat().sort(([one], [other]) => order(one) - order(other))
    return [
      ...(await readTables()),
      ['backup', await readBackup()],
      ['metrics', JSON.stringify((await app.guest().request('GET', '/metrics')).body)],
      ['commands', await runCommands()],
      ...perPlace,
      ...(await readAsUser(eve)),
      ...(await readAsUser(app.guest())),
    ]
  }

  async function readTables(): Promise<[string, string][]> {
    const tables = await rows<{ name: string }>(app.database)`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') order by 1`
    expect(tables.length).toBeGreaterThan(15)
    return Promise.all(
      tables.map(async ({ name }): Promise<[string, string]> => {
        const found = await rows<{ line: string }>(app.database)`
          select row_to_json(r)::text as line from ${sql.raw(name)} r`
        return [`table ${name.split('.')[1]}`, found.map(({ line }) => line).join('\n')]
      }),
    )
  }

  async function readBackup(): Promise<string> {
    const chunks: Buffer[] = []
    await streamBackup(app, async chunk => void chunks.push(chunk))
    // The last line is a checksum that is not compressed.
    const file = Buffer.concat(chunks)
    return gunzipSync(file.subarray(0, file.lastIndexOf('\n', file.length - 2))).toString()
  }

  async function runCommands(): Promise<string> {
    const lines: string[] = []
    for (const args of [['users', 'list'], ['users', 'list', '--json'], ['doctor-data']])
      expect(await runCommand(app.services, { args, folder: '.' }, line => lines.push(line))).toEqual({
        exit: 0,
      })
    return lines.join('\n')
  }

  async function readAsUser(user: TestUser): Promise<[string, string][]> {
    const { groups = [] } = (await user.call(api.listGroups)).body as { groups?: { id: string }[] }
    const pages = [user.call(api.readDashboard), user.call(api.listGroups)]
    for (const { id } of groups) pages.push(user.call(api.readGroup, { params: { groupId: id } }))
    for (const { groupId } of values.slice(0, 1))
      pages.push(user.call(api.readGroup, { params: { groupId } }))
    return [
      [
        `pages of ${user.name}`,
        JSON.stringify(await Promise.all(pages.map(async page => (await page).body))),
      ],
      [`notifications of ${user.name}`, JSON.stringify((await user.call(api.listNotifications)).body)],
      [`export of ${user.name}`, JSON.stringify((await user.call(api.exportAccount)).body)],
    ]
  }
})

/**
 * Returns the given times that are less than `nearMs` away from an instant in the text. Ignores instants at noon UTC, because they
 * stand for a whole day.
 */
function namedIn(text: string, times: number[]): number[] {
  const named = instantsIn(text).filter(time => time % dayMs !== dayMs / 2)
  return times.filter(time => named.some(other => Math.abs(other - time) < nearMs))
}

function isNear({ lastUpdatedMs }: AvailabilityChange, otherMs: number): boolean {
  return Math.abs(lastUpdatedMs - otherMs) <= minuteMs
}

function order(source: string): number {
  return ['pages', 'notifications', 'export'].findIndex(kind => source.startsWith(kind))
}

import type { RingingRule } from '@grouplight/contract/ringing.ts'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { sendCoverageAlerts } from '#features/group/send-coverage-alerts.ts'
import { addMs, hourMs } from '#platform/clock.ts'
import { calls, groups } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { nextExpiry } from '#start/maintenance/expiry.ts'
import { api } from '#testing/api.ts'
import { fillDatabase, rowCounts } from '#testing/fill-database.ts'
import { newKey, setStatusByKey } from '#testing/keys.ts'
import { literalOf } from '#testing/rows-read.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()
const groupId = 'group0000007'
const large = [...Object.keys(rowCounts), 'sessions', 'invitations']

let ana: TestUser
let sent: Statement[] = []
let client: pg.PoolClient

type Statement = { name?: string | undefined; text: string; values: unknown[] }

// The embedded database is left out, because it inserts a million rows too slowly.
describe.skipIf(inject('postgresUrl') === null)(
  'with a million status notices, no large table is scanned completely:',
  () => {
    beforeAll(async () => {
      ana = await app.signUp('Ana')
      await fillDatabase(app.database, app.clock.now(), ana)
      client = await (app.database as unknown as { $client: pg.Pool }).$client.connect()
      recordStatements()
    }, 180_000)

    afterAll(async () => {
      vi.restoreAllMocks()
      client.release()
    })

    beforeEach(() => {
      sent = []
    })

    test.each<[string, () => Promise<unknown>]>([
      ['a toggle', () => turn(false).then(() => turn(true))],
      ['the first screen', () => ana.ok(api.readDashboard)],
      ['the groups', () => ana.ok(api.listGroups)],
      ['a group', () => ana.ok(api.readGroup, { params: { groupId } })],
      ['the notifications', () => ana.ok(api.listNotifications)],
      ['older notifications', () => ana.ok(api.listNotifications, { query: { before: 800_000 } })],
      ['the unread count', () => ana.ok(api.countUnread)],
      ['reading one notification', () => read(40_000)],
      ['reading one status notice', async () => read(await anyStatusNotice())],
      ['reading all notifications', () => ana.ok(api.readNotifications, { body: { upTo: 900_000 } })],
      ['the invitations', () => ana.ok(api.listReceivedInvitations)],
      [
        'declining an invitation',
        () => ana.ok(api.declineInvitation, { params: { invitationId: 'mine00000001' } }),
      ],
      ['leaving a group', () => ana.ok(api.leaveGroup, { params: { groupId: 'group0000008' } })],
      [
        'accepting an invitation',
        () => ana.ok(api.acceptInvitation, { params: { invitationId: 'mine00000002' } }),
      ],
      ['changing the ringing rule', () => setRule('followed').then(() => setRule('all'))],
      [
        'following a member',
        () => setRule('followed').then(() => ana.ok(api.followMember, { params: follow })),
      ],
      ['unfollowing a member', () => ana.ok(api.unfollowMember, { params: follow })],
      ['adding a watch', () => turn(false).then(wait)],
      ['the watches', () => ana.ok(api.listWatches, { params: { groupId } })],
      [
        'a toggle in a group with a watch',
        () =>
          turn(false)
            .then(wait)
            .then(() => turn(true)),
      ],
      ['the ringing rules', () => ana.ok(api.listRinging)],
      ['downloading one’s data', () => ana.ok(api.exportAccount)],
      ['changing the name', () => ana.ok(api.updateAccount, { body: { displayName: 'Anna' } })],
      ['a live connection', () => ana.open()],
      ['signing out and in', () => ana.request('DELETE', '/api/session').then(() => ana.signIn())],
      ['toggles by a key', switchByNewKey],
      ['a question to a group', () => askAround().then(withdraw)],
      [
        'a toggle in a group with a question',
        () =>
          turn(false)
            .then(askAround)
            .then(callId => turn(true).then(() => withdraw(callId))),
      ],
      ['answering a question', answerQuestion],
      ['sending a coverage alert', sendDueAlert],
      ['maintenance', () => app.runMaintenance()],
    ])('%s', async (_, happen) => {
      await happen()
      const statements = [...new Map(sent.map(statement => [statement.text, statement])).values()]
      expect(statements).not.toEqual([])
      for (const statement of statements) {
        expect(await tablesScanned(statement), statement.text).toEqual([])
      }
    })

    test('a complete scan would be detected', async () => {
      const text = 'select count(*) from status_notices where user_id = $1'
      expect(await tablesScanned({ text, values: [ana.userId] })).toEqual(['status_notices'])
    })
  },
)

const turn = (status: boolean) =>
  ana.ok(api.setAvailability, { params: { groupId, userId: ana.userId }, body: { status } })

async function switchByNewKey(): Promise<void> {
  const { token } = await newKey(ana, { maySwitch: true })
  for (const status of [false, true])
    expect((await setStatusByKey(ana, token, { groupId, status })).status).toBe(200)
}

async function askAround(): Promise<string> {
  const askers = 'members' as const
  await app.database.update(groups).set({ createdBy: ana.userId, askers }).where(eq(groups.id, groupId))
  const body = { text: 'Fire drill', everybody: true, needed: 1, forMinutes: 60 }
  return (await ana.ok(api.openCall, { params: { groupId }, body })).id
}

async function answerQuestion(): Promise<void> {
  const callId = newId()
  const [now, endsAt] = [app.clock.now(), addMs(app.clock.now(), hourMs)]
  await app.database.insert(calls).values({
    ...{ id: callId, groupId, askerId: follow.memberId, text: 'Fire drill', everybody: true, needed: 1 },
    ...{ openedAt: now, rungAt: now, endsAt },
  })
  await ana.ok(api.answerCall, { params: { callId }, body: { can: true } })
  await ana.ok(api.answerCall, { params: { callId }, body: { can: null } })
  await app.database.delete(calls)
}

const withdraw = (callId: string) => ana.ok(api.withdrawCall, { params: { callId } })

async function sendDueAlert(): Promise<void> {
  const due = { needed: 400, covered: 1, coverageAlerted: 'enough', coverageDueAt: app.clock.now() } as const
  await app.database.update(groups).set(due).where(eq(groups.id, groupId))
  await nextExpiry(app.services)
  await sendCoverageAlerts(app.services)
}

const follow = { groupId, memberId: 'user00000036' }
const setRule = (rule: RingingRule) => ana.ok(api.setRingingRule, { params: { groupId }, body: { rule } })

const wait = () => {
  const body = { needed: 50, forMinutes: 60 }
  return ana.ok(api.addWatch, { params: { groupId }, body })
}

const read = (notificationId: number) => ana.ok(api.readNotification, { params: { notificationId } })

async function anyStatusNotice(): Promise<number> {
  const { rows } = await client.query(
    'select max(id)::float8 as id from status_notices where group_id = $1 and user_id <> $2',
    [groupId, ana.userId],
  )
  return rows[0].id
}

/** From this call on, `sent` gets the queries and changes that the server sends to the database. */
function recordStatements(): void {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [statement, values] = given as [string | Statement, unknown[] | undefined]
    const { text, ...rest } = typeof statement === 'string' ? { text: statement } : statement
    if (this !== client && /^\s*(select|with|insert|update|delete)/i.test(text))
      sent.push({ values: Array.isArray(values) ? values : [], ...rest, text })
    return query.apply(this, given)
  } as never)
}

async function tablesScanned(statement: Statement): Promise<string[]> {
  const [row] = await explain(statement)
  const plan = (row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan
  return nodesOf(plan)
    .filter(node => node['Node Type'] === 'Seq Scan')
    .map(node => node['Relation Name'] ?? '')
    .filter(table => large.includes(table))
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

// For a named statement, returns its generic plan, because PostgreSQL may use this plan for all values.
async function explain({ name, text, values }: Statement): Promise<unknown[]> {
  if (!name) return (await client.query(`explain (format json) ${text}`, values)).rows
  const literals = values.map(literalOf)
  await client.query(`set plan_cache_mode = force_generic_plan; prepare named as ${text}`)
  const { rows } = await client.query(`explain (format json) execute named (${literals.join(', ')})`)
  await client.query('deallocate named; reset plan_cache_mode')
  return rows
}

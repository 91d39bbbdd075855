import { updateAccount } from '@grouplight/contract/account.ts'
import { setAvailability } from '@grouplight/contract/availability.ts'
import { readDashboard } from '@grouplight/contract/dashboard.ts'
import { leaveGroup, listGroups, readGroup } from '@grouplight/contract/group.ts'
import {
  acceptInvitation,
  declineInvitation,
  listReceivedInvitations,
} from '@grouplight/contract/invitation.ts'
import {
  countUnread,
  listNotifications,
  readNotification,
  readNotifications,
} from '@grouplight/contract/notification.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { fillDatabase, rowCounts } from '#testing/fill-database.ts'
import type { Person } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const groupId = 'group0000007'
const large = [...Object.keys(rowCounts), 'sessions', 'invitations']

let ana: Person
let sent: Statement[] = []
let client: pg.PoolClient

type Statement = { name?: string | undefined; text: string; values: unknown[] }

// The embedded database plans in the same way, but is too slow for a million rows.
describe.skipIf(inject('postgresUrl') === null)(
  'among a million notifications no large table is scanned completely',
  () => {
    beforeAll(async () => {
      ana = await app.signUp('Ana')
      await fillDatabase(app.database, app.clock.now(), ana)
      client = await (app.database as unknown as { $client: pg.Pool }).$client.connect()
      recordStatements()
    }, 60_000)

    afterAll(async () => {
      vi.restoreAllMocks()
      client.release()
    })

    beforeEach(() => {
      sent = []
    })

    test.each<[string, () => Promise<unknown>]>([
      ['a toggle', () => turn(false).then(() => turn(true))],
      ['the first screen', () => ana.ok(readDashboard)],
      ['the groups', () => ana.ok(listGroups)],
      ['a group', () => ana.ok(readGroup, { params: { groupId } })],
      ['the notifications', () => ana.ok(listNotifications)],
      ['older notifications', () => ana.ok(listNotifications, { query: { before: 30_000 } })],
      ['the unread count', () => ana.ok(countUnread)],
      ['reading one notification', () => ana.ok(readNotification, { params: { notificationId: 40_000 } })],
      ['reading all notifications', () => ana.ok(readNotifications, { body: { upTo: 40_000 } })],
      ['the invitations', () => ana.ok(listReceivedInvitations)],
      ['declining', () => ana.ok(declineInvitation, { params: { invitationId: 'mine00000001' } })],
      ['accepting', () => ana.ok(acceptInvitation, { params: { invitationId: 'mine00000002' } })],
      ['leaving', () => ana.ok(leaveGroup, { params: { groupId: 'group0000008' } })],
      ['another name', () => ana.ok(updateAccount, { body: { displayName: 'Anna' } })],
      ['a live connection', () => ana.open()],
      ['signing out and in', () => ana.request('DELETE', '/api/session').then(() => ana.signIn())],
      ['maintenance', () => app.runMaintenance()],
    ])('%s', async (_, happen) => {
      await happen()
      const statements = [...new Map(sent.map(statement => [statement.text, statement])).values()]
      expect(statements).not.toEqual([])
      for (const statement of statements) {
        expect(await tablesScanned(statement), statement.text).toEqual([])
      }
    })

    test('and a complete scan would be noticed', async () => {
      const text = 'select count(*) from notifications where notice_id = $1'
      expect(await tablesScanned({ text, values: [1] })).toEqual(['notifications'])
    })
  },
)

const turn = (status: boolean) =>
  ana.ok(setAvailability, { params: { groupId, userId: ana.userId }, body: { status } })

/** Records every statement that the server sends from now on. */
function recordStatements(): void {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | Statement, unknown[] | undefined]
    const { text, ...rest } = typeof asked === 'string' ? { text: asked } : asked
    if (this !== client && /^\s*(select|with|insert|update|delete)/i.test(text))
      sent.push({ values: Array.isArray(values) ? values : [], ...rest, text })
    return query.apply(this, given)
  } as never)
}

/** Returns the large tables that a statement scans completely, by its query plan. */
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

// A named statement is planned once for all values.
async function explain({ name, text, values }: Statement): Promise<unknown[]> {
  if (!name) return (await client.query(`explain (format json) ${text}`, values)).rows
  const literals = values.map(value =>
    pg.escapeLiteral(Array.isArray(value) ? asArray(value) : String(value)),
  )
  await client.query(`set plan_cache_mode = force_generic_plan; prepare named as ${text}`)
  const { rows } = await client.query(`explain (format json) execute named (${literals.join(', ')})`)
  await client.query('deallocate named; reset plan_cache_mode')
  return rows
}

function asArray(values: unknown[]): string {
  return `{${values.map(value => `"${value}"`).join(',')}}`
}

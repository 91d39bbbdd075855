import type pg from 'pg'
import { sessionIdOf } from '../../server/src/account/sessions.ts'
import { type Toggle, toggleStatement, toggleValues } from '../../server/src/availability/toggle-statement.ts'
import { dayMs } from '../../server/src/clock.ts'
import type { Database } from '../../server/src/database/database.ts'
import { Hub } from '../../server/src/live/hub.ts'
import { deleteOldStatusNotices, statusNoticeKeptMs } from '../../server/src/notification/retention.ts'
import type { Services } from '../../server/src/services.ts'
import type { SeededUser } from '../../server/testing/seed.ts'
import { secret } from '../processes.ts'
import type { Row } from '../result.ts'

const storedPerGroup = 60
const togglesAtOnce = 100
const singleToggles = 1_000

export async function measureStatusNotices(
  database: Database,
  client: pg.Client,
  users: SeededUser[],
): Promise<Row[]> {
  await insertWeekOfNotices(client)
  await client.query('vacuum analyze')
  const sizes = await measureSizes(client)
  const toggles = users.flatMap(({ userId, token, groupIds }) =>
    groupIds.map(groupId => ({ session: sessionIdOf(secret, token), groupId, userId })),
  )
  return [
    ...sizes,
    await measureWholePages(client, toggles),
    ...(await measureSingleToggles(client, toggles)),
    ...(await measureDeletion(database, client)),
  ]
}

/**
 * Stores the status notices of a week, and what the members have read. Inserts the first notice of every group, then the second notice
 * of every group, and so on. As on a real site, the notices of a group are then far apart in the table.
 */
async function insertWeekOfNotices(client: pg.Client): Promise<void> {
  await client.query(
    `insert into status_notices (created_at, number, group_id, group_name, user_id, user_name)
     select now() - interval '7 days' * (1 - n::float8 / $1), n, g.id, g.name, m.user_id, u.display_name
     from generate_series(1, $1::int) n cross join groups g
     cross join lateral (
       select user_id from memberships where group_id = g.id order by user_id offset n % 20 limit 1
     ) m
     join users u on u.uid = m.user_id
     order by n, md5(g.id)`,
    [storedPerGroup],
  )
  await client.query(`
    update groups g set notice_count = newest.number, last_notice_id = newest.id
    from (select group_id, max(number) as number, max(id) as id from status_notices group by group_id) newest
    where g.id = newest.group_id`)
  // In each group, one in five members has read nothing.
  await client.query(
    `update memberships m set
       read_number = case when place % 5 = 0 then 0 else $1 end,
       own_since_read = case when place % 5 <> 0 then 0 else (
         select count(*) from status_notices s where s.group_id = m.group_id and s.user_id = m.user_id
       ) end
     from (
       select group_id, user_id, row_number() over (partition by group_id order by user_id) as place from memberships
     ) placed
     where m.group_id = placed.group_id and m.user_id = placed.user_id`,
    [storedPerGroup],
  )
  await client.query('vacuum full groups, memberships')
  await client.query(`
    insert into status_readings (user_id, group_id, number)
    select user_id, group_id, n from memberships cross join generate_series(1, 5) n order by md5(user_id), n`)
}

async function measureSizes(client: pg.Client): Promise<Row[]> {
  const perRow = (figure: string, table: string, size: string) =>
    numberOf(client, `select ${size}('${table}')::float8 / (select count(*) from ${table}) as value`).then(
      value => ({ scenario: 'rows', figure, value, unit: 'B' }),
    )
  return [
    await perRow('a membership in its table', 'memberships', 'pg_relation_size'),
    await perRow('a group in its table', 'groups', 'pg_relation_size'),
    await perRow('a status notice in its table', 'status_notices', 'pg_relation_size'),
    await perRow('a status notice in its index', 'status_notices', 'pg_indexes_size'),
    await perRow('a single reading, including its index', 'status_readings', 'pg_total_relation_size'),
  ]
}

/** All members become Available twice. Only the first time follows a checkpoint, so PostgreSQL logs whole pages only then. */
async function measureWholePages(client: pg.Client, toggles: Omit<Toggle, 'status'>[]): Promise<Row> {
  const pages = await numberOf(
    client,
    `select (
       pg_relation_size('memberships') + pg_relation_size('groups') + pg_indexes_size('status_notices')
     )::float8 / 8192 as value`,
  )
  await client.query('checkpoint')
  const first = await logOf(client, () => toggleAll(client, toggles, true))
  await toggleAll(client, toggles, false)
  const second = await logOf(client, () => toggleAll(client, toggles, true))
  const value = (first - second) / pages
  return { scenario: 'toggles after a checkpoint', figure: 'write-ahead log of a page', value, unit: 'B' }
}

/**
 * The pages have changed since the last checkpoint, so no whole page is logged. Each statement has one toggle, like most statements on
 * a site with many nodes. `npm run bench` measures less write-ahead log, because toggles of one group in one statement share the
 * change of the group.
 */
async function measureSingleToggles(client: pg.Client, toggles: Omit<Toggle, 'status'>[]): Promise<Row[]> {
  const chosen = toggles.slice(0, singleToggles)
  const row = async (figure: string, status: boolean) => {
    const log = await logOf(client, () => toggleAll(client, chosen, status, 1))
    const scenario = 'a toggle in a statement of its own'
    return { scenario, figure, value: log / chosen.length, unit: 'B' }
  }
  const toUnavailable = await row('write-ahead log, to Unavailable', false)
  return [await row('write-ahead log, to Available', true), toUnavailable]
}

async function toggleAll(
  client: pg.Client,
  toggles: Omit<Toggle, 'status'>[],
  status: boolean,
  atOnce = togglesAtOnce,
): Promise<void> {
  for (let from = 0; from < toggles.length; from += atOnce) {
    const chosen = toggles.slice(from, from + atOnce).map(toggle => ({ ...toggle, status }))
    const now = new Date()
    const limits = { now, renewalDueBefore: now, mostChanges: 1_000_000, isInTransaction: false }
    await client.query({ ...toggleStatement, values: toggleValues(chosen, limits) })
  }
}

/**
 * Deletes the notices of one day in every group. The measured costs contain no flushes and no whole pages, because the calculation adds
 * these. Therefore commits do not wait for the disk, and no checkpoint precedes the deletion.
 */
async function measureDeletion(database: Database, client: pg.Client): Promise<Row[]> {
  const groups = await numberOf(client, 'select count(*)::float8 as value from groups')
  const notices = () => numberOf(client, 'select count(*)::float8 as value from status_notices')
  const oldest = await client.query<{ at: Date }>('select min(created_at) as at from status_notices')
  const now = new Date((oldest.rows[0]?.at.getTime() ?? 0) + statusNoticeKeptMs + dayMs)
  const before = await notices()
  await client.query('alter system set synchronous_commit = off')
  await client.query('select pg_reload_conf()')
  let seconds = 0
  const services = { database, hub: new Hub(), clock: { now: () => now } } as Services
  const log = await logOf(client, async () => {
    const startedAt = performance.now()
    await deleteOldStatusNotices(services)
    seconds = (performance.now() - startedAt) / 1_000
  })
  await client.query('alter system reset synchronous_commit')
  await client.query('select pg_reload_conf()')
  const deletedPerGroup = (before - (await notices())) / groups
  const scenario = 'status notices of a day are deleted'
  return [
    { scenario, figure: 'notices a group', value: deletedPerGroup, unit: '' },
    { scenario, figure: 'time a group', value: (seconds / groups) * 1e6, unit: 'µs' },
    { scenario, figure: 'write-ahead log a group', value: log / groups, unit: 'B' },
  ]
}

async function logOf(client: pg.Client, work: () => Promise<unknown>): Promise<number> {
  const position = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as value"
  const before = await numberOf(client, position)
  await work()
  return (await numberOf(client, position)) - before
}

async function numberOf(client: pg.Client, sql: string): Promise<number> {
  const { rows } = await client.query<{ value: number }>(sql)
  return Number(rows[0]?.value)
}

import type pg from 'pg'
import type { Row } from '../result.ts'

const people = 20_000
const noticesEach = 100

/**
 * Measures the size of notifications in the table and in the write-ahead log. The rows of one user are far apart in the table and
 * are neighbours only in the index.
 */
export async function measureRows(client: pg.Client): Promise<Row[]> {
  const deliver = (from: number, to: number) =>
    client.query(
      `insert into notifications (notice_id, user_id)
       select n, substr(translate(encode(sha256(p::text::bytea), 'base64'), '+/=', 'xyz'), 1, 12)
       from generate_series($1::int, $2::int) n, generate_series(1, $3::int) p`,
      [from, to, people],
    )
  for (let n = 1; n <= noticesEach; n += 10) await deliver(n, n + 9)
  const size = async (what: string) =>
    (await number(client, `select ${what} as value`)) / people / noticesEach
  const table = await size("pg_relation_size('notifications')")
  const index = await size("pg_indexes_size('notifications')")
  await client.query('checkpoint')
  const position = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as value"
  const logOf = async (work: () => Promise<unknown>) => {
    const before = await number(client, position)
    await work()
    return ((await number(client, position)) - before) / people
  }
  const first = await logOf(() => deliver(noticesEach + 1, noticesEach + 1))
  const second = await logOf(() => deliver(noticesEach + 2, noticesEach + 2))
  const pages = await number(client, "select pg_indexes_size('notifications') / 8192 as value")
  const scenario = 'a notification'
  return [
    { scenario, figure: 'bytes in the table', value: table, unit: 'B' },
    { scenario, figure: 'bytes in the index', value: index, unit: 'B' },
    { scenario, figure: 'write-ahead log of a row, its page known', value: second, unit: 'B' },
    {
      scenario,
      figure: 'write-ahead log of a page since the checkpoint',
      value: ((first - second) * people) / pages,
      unit: 'B',
    },
  ]
}

async function number(client: pg.Client, sql: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>(sql)
  return Number(rows[0]?.value)
}

import pg from 'pg'
import { vi } from 'vitest'

type Statement = { name?: string; text: string; values?: unknown[] }
type Query = (...given: unknown[]) => Promise<{ rows: unknown[] }>
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
export type RowsRead = { text: string; rows: number; plan: Plan }

/**
 * Before each statement of the server in `work`, carries the statement out once more, undoes it, and counts the rows that it has read
 * from `tables`. Reading an entry of an index counts as reading a row.
 */
export async function rowsReadBy(tables: string[], work: () => Promise<unknown>): Promise<RowsRead[]> {
  const query = pg.Client.prototype.query as Query
  const found: RowsRead[] = []
  const inTransaction = new WeakSet<object>()
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const run: Query = (...values) => query.apply(this, values)
    const statement = statementOf(given)
    if (statement && /^\s*(select|with|insert|update|delete)/i.test(statement.text))
      found.push(await explained(run, statement, { tables, isInTransaction: inTransaction.has(this) }))
    if (statement && /^\s*begin/i.test(statement.text)) inTransaction.add(this)
    if (statement && /^\s*(commit|rollback)\s*;?$/i.test(statement.text)) inTransaction.delete(this)
    return run(...given)
  } as never)
  try {
    await work()
    return found
  } finally {
    spy.mockRestore()
  }
}

function statementOf([first, second]: unknown[]): Statement | null {
  const values = Array.isArray(second) ? second : []
  if (typeof first === 'string') return { text: first, values }
  return first && typeof first === 'object' && 'text' in first ? { values, ...(first as Statement) } : null
}

async function explained(
  run: Query,
  { name, text, values = [] }: Statement,
  { tables, isInTransaction }: { tables: string[]; isInTransaction: boolean },
): Promise<RowsRead> {
  const before = isInTransaction ? 'savepoint explained' : 'begin'
  const after = isInTransaction ? 'rollback to savepoint explained' : 'rollback'
  const options = '(analyze, format json, timing off)'
  await run(before)
  let answer: { rows: unknown[] }
  if (name) {
    // PostgreSQL may use the generic plan of a named statement for all values.
    const literals = values.map(literalOf)
    await run(`set local plan_cache_mode = force_generic_plan; prepare explained as ${text}`)
    answer = await run(
      `explain ${options} execute explained${literals.length ? `(${literals.join(', ')})` : ''}`,
    )
    await run('deallocate explained')
  } else answer = await run(`explain ${options} ${text}`, values)
  await run(after)
  const [row] = answer.rows as [{ 'QUERY PLAN': [{ Plan: Plan }] }]
  const plan = row['QUERY PLAN'][0].Plan
  return { text, plan, rows: rowsOf(plan, tables) }
}

function rowsOf(plan: Plan, tables: string[]): number {
  const inner = (plan.Plans ?? []).reduce((sum, next) => sum + rowsOf(next, tables), 0)
  const isRead = /Scan$/.test(plan['Node Type']) && tables.includes(plan['Relation Name'] ?? '')
  if (!isRead) return inner
  const rows =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return inner + Math.ceil(rows * plan['Actual Loops'])
}

export function literalOf(value: unknown): string {
  const inArray = (item: unknown) => JSON.stringify(String(item))
  return value === null
    ? 'null'
    : pg.escapeLiteral(Array.isArray(value) ? `{${value.map(inArray)}}` : String(value))
}

import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows, type Transaction } from '#platform/database/database.ts'

export type Table = { name: string; columns: string[] }

/** Returns each table after the tables to which its foreign keys refer. Deferrable foreign keys are ignored. */
export async function tablesOf(on: Queryable): Promise<Table[]> {
  const tables = await rows<Table>(on)`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`
  // The only deferrable foreign key is checked at the commit: a group may be inserted before the membership of its creator.
  const needs = await rows<{ name: string; needed: string }>(on)`
    select c.relname as name, needed.relname as needed from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class needed on needed.oid = k.confrelid
    where k.contype = 'f' and not k.condeferrable and k.conrelid <> k.confrelid and k.connamespace = 'public'::regnamespace`
  return inOrder(tables, needs)
}

export async function sequencesOf(
  on: Queryable,
): Promise<{ name: string; lastValue: string; isCalled: boolean }[]> {
  const names = await rows<{ name: string }>(on)`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`
  const found = []
  for (const { name } of names) {
    const [counted] = await rows<{ lastValue: string; isCalled: boolean }>(on)`
      select last_value::text as "lastValue", is_called as "isCalled" from ${publicName(name)}`
    if (counted) found.push({ name, ...counted })
  }
  return found
}

/**
 * Returns the number of rows, and a digest that does not depend on their order. `normalizeOutput` must have been called in the
 * transaction `on`.
 */
export async function digestOf(on: Queryable, table: string): Promise<{ count: number; digest: string }> {
  const [found] = await rows<{ count: number; digest: string }>(on)`
    select count(*)::float8 as count,
      count(*) || ' ' || coalesce(sum(('x' || substr(md5(row_to_json(t)::text), 1, 15))::bit(60)::bigint), 0) as digest
    from ${publicName(table)} t`
  return found ?? { count: 0, digest: '' }
}

/** After this call, the text of a row in the transaction does not depend on the database's settings `timezone` and `bytea_output`. */
export async function normalizeOutput(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`set local bytea_output = 'hex'`)
  await transaction.execute(sql`set local timezone = 'UTC'`)
}

export function publicName(name: string): SQL {
  return sql`public.${sql.identifier(name)}`
}

function inOrder(tables: Table[], needs: { name: string; needed: string }[]): Table[] {
  const ordered: Table[] = []
  const visit = (table: Table | undefined) => {
    if (!table || ordered.includes(table)) return
    for (const { needed } of needs.filter(({ name }) => name === table.name))
      visit(tables.find(({ name }) => name === needed))
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

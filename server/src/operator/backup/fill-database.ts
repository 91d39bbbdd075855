import { sql } from 'drizzle-orm'
import { OperatorError } from '#platform/config/operator-error.ts'
import { hasConnectedServers } from '#platform/database/connected-servers.ts'
import { type OpenDatabase, rows, type Transaction } from '#platform/database/database.ts'
import { withMigrationsUpTo } from '#platform/database/migration-files.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { type Batch, columnsIn, type Header } from './backup-file.ts'
import { normalizeOutput, publicName, type Table, tablesOf } from './tables.ts'

/** Migrates an empty database to the schema in the header, inserts the rows, and calls `check`. If anything fails, no row is stored. */
export async function fillDatabase(
  opened: OpenDatabase,
  { schema, sequences }: Header,
  batches: AsyncIterable<Batch>,
  check: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await prepareSchema(opened, schema)
  await opened.database.transaction(async transaction => {
    // A server that is running would not notice the new rows.
    if (await hasConnectedServers(transaction))
      throw new OperatorError('A server runs on this database: stop it first.')
    await normalizeOutput(transaction)
    const tables = await tablesOf(transaction)
    for (const { name } of tables) await requireEmpty(transaction, name)
    // The header is line 1, so the first row is line 2.
    let line = 2
    for await (const { table, rows } of batches) {
      const known = tables.find(({ name }) => name === table)
      if (!known)
        throw new OperatorError(`The backup contains the table ${table}, which its schema does not have.`)
      await insertBatch(transaction, known, rows, line)
      line += rows.length
    }
    for (const { name, lastValue, isCalled } of sequences)
      await transaction.execute(
        sql`select setval(${`public."${name}"`}::regclass, ${lastValue}::bigint, ${isCalled})`,
      )
    await check(transaction)
  })
}

async function prepareSchema({ database, migrate }: OpenDatabase, schema: string): Promise<void> {
  const found = await schemaVersionOf(database)
  if (found === schema) return
  if (found !== null) {
    throw new OperatorError(
      `The database has the schema ${found}, but the data has ${schema}: choose a database that no server has used yet.`,
    )
  }
  const [{ name } = { name: '' }] = await tablesOf(database)
  if (name) throw notEmpty(name)
  await withMigrationsUpTo(schema, migrate)
}

async function requireEmpty(transaction: Transaction, table: string): Promise<void> {
  await transaction.execute(sql`lock table ${publicName(table)} in exclusive mode`)
  const found = await rows(transaction)`select 1 from ${publicName(table)} limit 1`
  if (found.length > 0) throw notEmpty(table)
}

/** Inserts rows, each given as a line of JSON. If a line is invalid, throws OperatorError with its number in the backup. */
async function insertBatch(
  transaction: Transaction,
  table: Table,
  lines: string[],
  firstLine: number,
): Promise<void> {
  for (const [at, line] of lines.entries())
    if (columnsIn(line)?.join() !== table.columns.join())
      throw mismatch(table, firstLine + at, 'it has other columns')
  try {
    await transaction.transaction(savepoint => insert(savepoint, table, lines))
  } catch (error) {
    for (const [at, line] of lines.entries())
      await transaction
        .transaction(savepoint => insert(savepoint, table, [line]))
        .catch(cause => {
          throw isAboutData(cause) ? mismatch(table, firstLine + at, cause.cause.message) : cause
        })
    throw error
  }
}

async function insert(transaction: Transaction, { name, columns }: Table, lines: string[]): Promise<void> {
  const columnList = sql.join(
    columns.map(column => sql.identifier(column)),
    sql`, `,
  )
  await transaction.execute(sql`
    insert into ${publicName(name)} (${columnList}) overriding system value
    select ${columnList} from json_populate_recordset(null::${publicName(name)}, ${`[${lines.join(',')}]`}::json)`)
}

/** The SQLSTATE classes 22 and 23 are for invalid values and for violated constraints. */
function isAboutData(error: unknown): error is { cause: Error & { code: string } } {
  const { cause } = error as { cause?: { code?: string } }
  return /^2[23]/.test(cause?.code ?? '')
}

function mismatch({ name }: Table, line: number, how: string): OperatorError {
  return new OperatorError(
    `Line ${line} of the backup does not fit the table ${name}: ${how}. Nothing was restored.`,
  )
}

function notEmpty(table: string): OperatorError {
  return new OperatorError(`The database is not empty (it has the table ${table}): nothing was changed.`)
}

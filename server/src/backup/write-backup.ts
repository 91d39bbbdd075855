import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Clock } from '#clock.ts'
import { type Database, rows, type Transaction } from '#database/database.ts'
import { versionOf } from '#database/schema-version.ts'
import { BackupRefusal, format, formatVersion, type Header, sealOf } from './backup-file.ts'
import { inPublic, sequencesOf, type Table, tablesOf } from './tables.ts'

/**
 * Writes everything there is at one moment into a new file, for its owner's eyes only, while the server goes on. The file is
 * there whole and forced to disk, or not at all. On the embedded database changes wait until it is read. Throws BackupRefusal.
 */
export async function writeBackup(
  { database, clock }: { database: Database; clock: Clock },
  path: string,
): Promise<Header> {
  await requireAbsent(path)
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const header = await writePart(database, clock, part)
    await name(part, path)
    return header
  } catch (error) {
    if (isAboutFiles(error)) throw new BackupRefusal(`${path} cannot be written (${error.code}).`)
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

async function writePart(database: Database, clock: Clock, part: string): Promise<Header> {
  await using file = await open(part, 'wx', 0o600)
  const hash = createHash('sha256')
  const keep = async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
  }
  const header = await database.transaction(
    async transaction => {
      await transaction.execute(sql`set local bytea_output = 'hex'`)
      await transaction.execute(sql`set local timezone = 'UTC'`)
      const tables = await tablesOf(transaction)
      const header = await headerOf(transaction, clock, tables)
      await pipeline(linesOf(transaction, header, tables), createGzip(), keep)
      return header
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await file.appendFile(sealOf(hash.digest('hex')))
  await file.sync()
  return header
}

async function headerOf(transaction: Transaction, clock: Clock, tables: Table[]): Promise<Header> {
  const counted = []
  for (const { name } of tables) {
    const [found] = await rows<{ rows: number }>(
      transaction,
      sql`select count(*)::float8 as rows from ${inPublic(name)}`,
    )
    counted.push({ name, rows: found?.rows ?? 0 })
  }
  return {
    format,
    formatVersion,
    schema: (await versionOf(transaction)) ?? '',
    createdAt: clock.now().toISOString(),
    tables: counted,
    // Read after the snapshot was taken, so that no number in it is above them.
    sequences: await sequencesOf(transaction),
  }
}

async function* linesOf(transaction: Transaction, header: Header, tables: Table[]): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for (const { name, columns } of tables) {
    const shown = sql.join(
      columns.map(column => sql.identifier(column)),
      sql`, `,
    )
    await transaction.execute(
      sql`declare backup no scroll cursor for select row_to_json(r)::text as line from (select ${shown} from ${inPublic(name)}) r`,
    )
    for (;;) {
      const fetched = await rows<{ line: string }>(transaction, sql`fetch 500 from backup`)
      if (fetched.length === 0) break
      yield fetched.map(({ line }) => `${line}\n`).join('')
    }
    await transaction.execute(sql`close backup`)
  }
}

async function requireAbsent(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found) throw new BackupRefusal(`${path} is there already: it is not overwritten.`)
}

/** Gives a file its name, unless somebody else has taken it meanwhile, and makes that last. */
async function name(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    if (isAboutFiles(error) && error.code === 'EEXIST') return requireAbsent(path)
    // Some file systems know no links.
    await requireAbsent(path)
    await rename(part, path)
  }
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}

function isAboutFiles(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '#clock.ts'
import type { Database } from '#database/database.ts'
import { BackupRefusal, type Header, type Pack, sealOf } from './backup-file.ts'
import { readEverything } from './read-everything.ts'

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
  const header = await readEverything({ database, clock }, async (header, packs) => {
    await pipeline(linesOf(header, packs), createGzip(), keep)
    return header
  })
  await file.appendFile(sealOf(hash.digest('hex')))
  await file.sync()
  return header
}

async function* linesOf(header: Header, packs: AsyncIterable<Pack>): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const { rows } of packs) yield rows.map(row => `${row}\n`).join('')
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

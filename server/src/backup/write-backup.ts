import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '#clock.ts'
import type { Database } from '#database/database.ts'
import { OperatorError } from '#operator-error.ts'
import { type Header, type Pack, sealOf } from './backup-file.ts'
import { readEverything } from './read-everything.ts'

type Source = { database: Database; clock: Clock }

/**
 * Writes everything there is at one moment into a new file, for its owner's eyes only, while the server goes on. The file is
 * there whole and forced to disk, or not at all. On the embedded database changes wait until it is read. Throws OperatorError.
 */
export async function writeBackup(source: Source, path: string): Promise<Header> {
  await requireAbsent(path)
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const header = await writePart(source, part)
    await name(part, path)
    return header
  } catch (error) {
    if (isAboutFiles(error)) throw new OperatorError(`${path} cannot be written (${error.code}).`)
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

async function writePart(source: Source, part: string): Promise<Header> {
  await using file = await open(part, 'wx', 0o600)
  const header = await streamBackup(source, chunk => file.appendFile(chunk))
  await file.sync()
  return header
}

/** Hands a backup to `write` piece by piece, each when the one before was taken. It is whole only when this has ended well. */
export async function streamBackup(source: Source, write: (chunk: Buffer) => Promise<void>): Promise<Header> {
  const hash = createHash('sha256')
  const pass = async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) {
      hash.update(chunk)
      await write(chunk)
    }
  }
  const header = await readEverything(source, async (header, packs) => {
    await pipeline(linesOf(header, packs), createGzip(), pass)
    return header
  })
  await write(Buffer.from(sealOf(hash.digest('hex'))))
  return header
}

async function* linesOf(header: Header, packs: AsyncIterable<Pack>): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const { rows } of packs) yield rows.map(row => `${row}\n`).join('')
}

async function requireAbsent(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found) throw new OperatorError(`${path} is there already: it is not overwritten.`)
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

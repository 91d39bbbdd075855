import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '#platform/clock.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { Database } from '#platform/database/database.ts'
import { writeDurably } from '#platform/database/durable-files.ts'
import { type Batch, checksumLine, type Header } from './backup-file.ts'
import { readSnapshot } from './read-snapshot.ts'

type Source = { database: Database; clock: Clock }

/** Lets `fill` write a new file. Throws OperatorError if the file exists or cannot be written, and then leaves no file. */
export async function createBackupFile<Result>(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  // An existing file is refused before the database is read, because the reading can take minutes.
  if (await lstat(path).catch(() => null)) throw exists(path)
  const refuse = (error: unknown): never => {
    if (isAboutFiles(error) && error.code === 'EEXIST') throw exists(path)
    if (isAboutFiles(error)) throw new OperatorError(`${path} cannot be written (${error.code}).`)
    throw error
  }
  return writeDurably(path, file => fill(chunk => file.appendFile(chunk).catch(refuse))).catch(refuse)
}

/**
 * Writes a backup in chunks. The backup is complete only when the returned promise has resolved. A server may use the database at
 * the same time, but on the embedded database, its statements wait until all rows are read.
 */
export async function streamBackup(source: Source, write: (chunk: Buffer) => Promise<void>): Promise<Header> {
  const hash = createHash('sha256')
  const pass = async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) {
      hash.update(chunk)
      await write(chunk)
    }
  }
  const header = await readSnapshot(source, async (header, batches) => {
    await pipeline(linesOf(header, batches), createGzip(), pass)
    return header
  })
  await write(Buffer.from(checksumLine(hash.digest('hex'))))
  return header
}

async function* linesOf(header: Header, batches: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const { rows } of batches) yield rows.map(row => `${row}\n`).join('')
}

function exists(path: string): OperatorError {
  return new OperatorError(`${path} exists already and is not overwritten.`)
}

function isAboutFiles(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

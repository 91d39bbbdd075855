import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { parseJsonLine } from '#operator/control-protocol.ts'
import { OperatorError } from '#platform/config/operator-error.ts'

// A backup consists of gzip data and a last line with the SHA-256 of this data. The unpacked data has one JSON value per line:
// first the header, then one object for each row. The rows are grouped by table, in the order of the tables in the header.

export const format = 'grouplight backup'
export const formatVersion = 1

const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const headerSchema = z.object({
  format: z.literal(format),
  formatVersion: z.literal(formatVersion),
  schema: z.string().max(100),
  createdAt: z.iso.datetime(),
  tables: z.array(z.object({ name: nameSchema, rows: z.int().min(0) })).max(1_000),
  sequences: z
    .array(z.object({ name: nameSchema, lastValue: z.string().regex(/^\d{1,18}$/), isCalled: z.boolean() }))
    .max(1_000),
})

export type Header = z.infer<typeof headerSchema>

const rowSchema = z.record(z.string(), z.unknown()).refine(row => isShallow(row))

/** The columns with JSON have few levels. The embedded database would take for ever with many of them. */
function isShallow(value: unknown, levels = 20): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(part => isShallow(part, levels - 1))
}

export type Batch = { table: string; rows: string[] }

const checksumPattern = /^\nsha256 ([0-9a-f]{64})\n$/
const checksumLength = 73

export function checksumLine(sha256: string): string {
  return `\nsha256 ${sha256}\n`
}

/** Reads a whole backup and returns its header. Throws OperatorError if the file is not a valid backup of this format. */
export async function checkBackup(path: string): Promise<Header> {
  await using lines = linesOf(path)
  const header = readHeader(path, (await lines.next()).value)
  let rows = 0
  for await (const line of lines) {
    rows++
    if (columnsIn(line) === null) throw damaged(path, `line ${rows + 1} is not a row`)
  }
  if (rows !== rowsIn(header)) throw damaged(path, `it contains ${rows} rows instead of ${rowsIn(header)}`)
  return header
}

/** Yields the rows in batches. They are valid only if the generator ends without an error, because the checksum comes last. */
export async function* rowsOf(path: string): AsyncGenerator<Batch> {
  await using lines = linesOf(path)
  const { tables } = readHeader(path, (await lines.next()).value)
  for (const table of tables) {
    let batch: string[] = []
    for (let row = 1; row <= table.rows; row++) {
      const { value, done } = await lines.next()
      if (done) throw damaged(path, `rows of ${table.name} are missing`)
      batch.push(value)
      if (batch.length < batchSize && row < table.rows) continue
      yield { table: table.name, rows: batch }
      batch = []
    }
  }
  if (!(await lines.next()).done) throw damaged(path, 'it contains more rows than its header states')
}

const batchSize = 500
// Without this limit, a small file could unpack to a line that fills the memory. The longest rows are emails, and they stay below
// the limit.
const maxLineLength = 4 * 1024 * 1024

export function rowsIn({ tables }: Pick<Header, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** Yields the unpacked lines of a backup. If the file is damaged, throws OperatorError after the last line at the latest. */
async function* linesOf(path: string): AsyncGenerator<string, void> {
  await using file = await openFile(path)
  const { size } = await file.stat()
  const [, sha256] = checksumPattern.exec(await tailOf(file, size)) ?? []
  if (!sha256) throw new OperatorError(`${path} is not a complete backup.`)
  const hash = createHash('sha256')
  const packed = createReadStream(path, { start: 0, end: size - checksumLength - 1 })
  const unpacked = packed.on('data', chunk => hash.update(chunk)).pipe(createGunzip())
  packed.on('error', error => unpacked.destroy(error))
  let rest = ''
  try {
    // Not `readline`, which also splits lines at U+2028 and U+2029.
    for await (const text of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const [first = '', ...more] = text.split('\n')
      rest += first
      if (rest.length > maxLineLength) throw new Error('one of its lines is too long')
      if (more.length === 0) continue
      yield rest
      rest = more.pop() ?? ''
      yield* more
    }
    if (rest) yield rest
  } catch (error) {
    throw damaged(path, (error as Error).message)
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
  if (hash.digest('hex') !== sha256) throw damaged(path, 'its checksum is wrong')
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path, 'r').catch(error => {
    throw new OperatorError(`${path} cannot be read (${error.code}).`)
  })
}

async function tailOf(file: FileHandle, size: number): Promise<string> {
  if (size <= checksumLength) return ''
  const { buffer } = await file
    .read(Buffer.alloc(checksumLength), 0, checksumLength, size - checksumLength)
    .catch(error => {
      throw new OperatorError(`The backup cannot be read (${error.code}).`)
    })
  return buffer.toString('latin1')
}

function readHeader(path: string, line: unknown): Header {
  const parsed = headerSchema.safeParse(parseJsonLine(String(line)))
  if (parsed.success) return parsed.data
  const isBackup = z.object({ format: z.literal(format) }).safeParse(parseJsonLine(String(line))).success
  if (isBackup)
    throw new OperatorError(`${path} was made by a version of this program with a different backup format.`)
  throw new OperatorError(`${path} is not a backup of this program.`)
}

export function columnsIn(line: string): string[] | null {
  const { data } = rowSchema.safeParse(parseJsonLine(line))
  return data ? Object.keys(data) : null
}

function damaged(path: string, how: string): OperatorError {
  return new OperatorError(`${path} is damaged: ${how}.`)
}

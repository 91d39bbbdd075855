import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { countUnread, newestNotifications } from '#features/notification/notifications.ts'
import type { Config } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import { type Database, type OpenDatabase, rows } from '#platform/database/database.ts'
import { latestVersion, migrationsFolder } from '#platform/database/migration-files.ts'
import { groups, notices, notifications, outbox } from '#platform/database/schema.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { api } from '#testing/api.ts'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { inviteByLink } from '#testing/invite-by-link.ts'
import { makeNewerVersion } from '#testing/newer-version.ts'
import { programEnv } from '#testing/program-env.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { checkBackup, checksumLine, rowsIn } from './backup-file.ts'
import { restoreBackup } from './restore-backup.ts'
import { sequencesOf, tablesOf } from './tables.ts'
import { createBackupFile, streamBackup } from './write-backup.ts'

const run = promisify(execFile)
const app = useOwnTestApp()
let folder: string
const [ana, ben, cyd] = app.users('Zoë "Ana" \\ 👩‍🚒', 'Ben', 'Cyd')
let groupId: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-backup-'))
  groupId = (await app.groupOf(ana, ben)).id
  await ana.ok(api.inviteMembers, {
    params: { groupId },
    body: { emails: ['cyd@example.org'], message: 'Line\none\ttab {"a": 1}' },
  })
  await fillTablesOfInviteLinks()
  const frameOrigins = ['https://club.example']
  await ana.ok(api.createBoard, { params: { groupId }, body: { showsNames: true, frameOrigins, days: 30 } })
  // No input may contain these separators of lines, but texts of mail servers and sign-in providers could.
  await app.database.update(groups).set({ description: 'One\u2028two\u2029three\u0085four\r' })
})
// The email worker must be idle, because it changes rows that the tests compare.
beforeEach(() =>
  vi.waitFor(async () => expect(await app.database.$count(outbox, isNull(outbox.sentAt))).toBe(0)),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a backup', () => {
  test('is restored into an empty database with every row of every table, and new rows get unused ids', async () => {
    const path = join(folder, 'quiet')
    const header = await writeBackup(app.services, path)
    const target = await open(await emptyDatabaseConfig())

    expect(await checkBackup(path)).toEqual(header)
    await restoreBackup(target, path, header)

    const contents = await contentsOf(app.database)
    for (const name of [
      'memberships',
      'invite_links',
      'join_requests',
      'removed_members',
      'blocked_inviters',
      'boards',
    ])
      expect(contents[name], name).toHaveLength(name === 'memberships' ? 3 : 1)
    expect(contents.invitations?.join()).toContain('"invite_link_id":"')
    expect(Object.values(contents).flat().length).toBe(rowsIn(header))
    expect(await contentsOf(target.database)).toEqual(contents)
    expect(await sequencesOf(target.database)).toEqual(await sequencesOf(app.database))
    const notice = { type: 'admin', action: 'announced', message: 'Next', createdAt: new Date() } as const
    const [here] = await app.database.insert(notices).values(notice).returning()
    const [there] = await target.database.insert(notices).values(notice).returning()
    expect(there?.id).toBe(here?.id)
  })

  test('contains the state of a single moment, even while users make changes', async () => {
    const mine = { params: { groupId, userId: ana.userId } }
    const first = await ben.group(groupId)
    const { unread } = await ben.ok(api.countUnread)
    let goOn = true
    const toggling = (async () => {
      for (let status = false; goOn; status = !status)
        await ana.ok(api.setAvailability, { ...mine, body: { status } })
    })()
    const path = join(folder, 'busy')
    const header = await writeBackup(app.services, path)
    goOn = false
    await toggling
    const target = await open(await emptyDatabaseConfig())
    await restoreBackup(target, path, header)
    // Each toggle increases the version of the group, and every second toggle notifies Ben.
    const [group] = await target.database.select().from(groups).where(eq(groups.id, groupId))
    const notified = Math.floor(((group?.version ?? 0) - first.version) / 2)
    const bens = { userId: ben.userId }
    expect((await countUnread(target, bens)).unread).toBe(unread + notified)
    const list = await newestNotifications(target.database, { ...bens, most: 100_000 })
    expect(list.filter(({ read }) => !read)).toHaveLength(unread + notified)
    const isKnown = sql`exists (select 1 from notices where notices.id = notifications.notice_id)`
    const known = await target.database.$count(notifications, isKnown)
    expect(known).toBe(await target.database.$count(notifications))
    expect((await ben.group(groupId)).version).toBeGreaterThan(first.version)
  })

  test('is refused if a line is too long', async () => {
    const path = join(folder, 'a long line')
    const packed = gzipSync(Buffer.alloc(8 * 1024 * 1024, 'a'))
    const sha256 = createHash('sha256').update(packed).digest('hex')
    writeFileSync(path, Buffer.concat([packed, Buffer.from(checksumLine(sha256))]))
    await expect(checkBackup(path)).rejects.toThrow(/ is damaged: one of its lines is too long\.$/)
  })

  test('is a file that only its owner can read. Writing it replaces no file, and leaves no file after a failure', async () => {
    const path = join(folder, 'mine')
    await writeBackup(app.services, path)
    const written = readFileSync(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await expect(writeBackup(app.services, path)).rejects.toThrow(
      `${path} exists already and is not overwritten.`,
    )
    expect(readFileSync(path)).toEqual(written)
    const nowhere = join(folder, 'nowhere', 'file')
    await expect(writeBackup(app.services, nowhere)).rejects.toThrow(`${nowhere} cannot be written (ENOENT).`)
    const broken = { ...app.services, clock: { now: () => new Date(Number.NaN) } }
    await expect(writeBackup(broken, join(folder, 'broken'))).rejects.toThrow()
    expect(readdirSync(folder).filter(name => name.includes('.part') || name === 'broken')).toEqual([])
  })
})

describe('a file is refused as a backup in one sentence', () => {
  let whole: Buffer
  beforeAll(async () => {
    const path = join(folder, 'whole')
    await writeBackup(app.services, path)
    whole = readFileSync(path)
  })
  const refused = async (bytes: Buffer | string) => {
    const path = join(folder, 'damaged')
    writeFileSync(path, bytes)
    await expect(checkBackup(path)).rejects.toThrow(/^[^\n]*damaged[^\n]* (is|was) [^\n]*\.$/)
  }

  test.each([0, 1, 40, 100, 0.25, 0.5, 0.75, -200, -74, -73, -1])(
    'if it is cut off at %s (a fraction is a share of the length; a negative number counts bytes from the end)',
    async length => {
      const end = length > 0 && length < 1 ? Math.round(length * whole.length) : length
      await refused(whole.subarray(0, end))
    },
  )

  test('if one bit is changed', async () => {
    const positions = [...Array(30).keys()].flatMap(position => [
      position,
      whole.length - 1 - 3 * position,
      Math.floor((whole.length * position) / 30),
    ])
    for (const position of positions) {
      const bytes = Buffer.from(whole)
      bytes[position] = (bytes[position] ?? 0) ^ (1 << (position % 8))
      await refused(bytes)
    }
  })

  test('if it is another kind of file, contains two backups, is a folder or does not exist', async () => {
    await refused('')
    await refused('Dear diary')
    await refused(gzipSync('{"format":"something else"}\n'))
    await refused(Buffer.concat([whole, whole]))
    await expect(checkBackup(folder)).rejects.toThrow(/cannot be read/)
    await expect(checkBackup(join(folder, 'missing'))).rejects.toThrow('missing cannot be read (ENOENT).')
  })
})

describe('a complete backup is refused with an OperatorError and restores nothing', () => {
  let lines: string[]
  beforeAll(async () => {
    const path = join(folder, 'to be changed')
    await writeBackup(app.services, path)
    lines = String(gunzipSync(readFileSync(path).subarray(0, -73)))
      .trimEnd()
      .split('\n')
  })
  /** Restores the backup with a changed line (the header is line 1), and returns the message of the refusal. */
  const refusalOf = async (at: number, change: (line: string) => string) => {
    const packed = gzipSync(`${lines.map((line, n) => (n === at - 1 ? change(line) : line)).join('\n')}\n`)
    const path = join(folder, 'changed')
    writeFileSync(
      path,
      Buffer.concat([packed, Buffer.from(checksumLine(createHash('sha256').update(packed).digest('hex')))]),
    )
    const target = await open(await emptyDatabaseConfig())
    const refusal = await checkBackup(path)
      .then(header => restoreBackup(target, path, header))
      .then(
        () => null,
        error => error,
      )
    if ((await schemaVersionOf(target.database)) !== null)
      expect(Object.values(await contentsOf(target.database)).flat()).toEqual([])
    expect(refusal).toBeInstanceOf(OperatorError)
    return refusal.message.replace(path, '…')
  }
  const lineOf = (column: string) => lines.findIndex((line, n) => n > 0 && line.includes(`"${column}":`)) + 1
  const changed = (change: object) => (line: string) => JSON.stringify({ ...JSON.parse(line), ...change })

  const nested = `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  test.each(['null', '[]', '{broken', nested].map(line => [line.slice(0, 20), line]))(
    'if it has the line %j, which is not a row',
    async (_, line) => {
      expect(await refusalOf(3, () => line)).toBe('… is damaged: line 3 is not a row.')
    },
  )

  test('if it has an extra column, a value of the wrong type, or a value that the database forbids', async () => {
    const line = lineOf('display_name')
    const where = `Line ${line} of the backup does not fit the table users: `
    expect(await refusalOf(line, changed({ is_admin: true }))).toBe(
      `${where}it has other columns. Nothing was restored.`,
    )
    expect(await refusalOf(line, changed({ created_at: 'yesterday or so' }))).toMatch(
      new RegExp(`^${where}invalid input syntax for type timestamp[^\n]+ Nothing was restored\\.$`),
    )
    expect(await refusalOf(line, changed({ display_name: null }))).toMatch(
      new RegExp(`^${where}null value in column "display_name"`),
    )
  })

  test.each([
    ['a table with an invalid name', { tables: [{ name: 'users" --', rows: 1 }] }],
    [
      'a sequence with an invalid number',
      { sequences: [{ name: 'notices_id_seq', lastValue: '1; drop', isCalled: true }] },
    ],
  ])('if its header has %s', async (_, change) => {
    expect(await refusalOf(1, changed(change))).toMatch(/^… was made by a version of this program/)
  })
})

describe('restoring', () => {
  test('is refused for a database with any content, and changes nothing', async () => {
    const path = join(folder, 'for others')
    const header = await writeBackup(app.services, path)
    const target = await open(await emptyDatabaseConfig())
    await target.migrate(migrationsFolder)
    await target.database
      .insert(notices)
      .values({ type: 'admin', action: 'announced', message: 'Here', createdAt: new Date() })
    const before = await contentsOf(target.database)
    await expect(restoreBackup(target, path, header)).rejects.toThrow(/^The database is not empty/)
    expect(await contentsOf(target.database)).toEqual(before)
  })

  test('stores no row from a damaged file, even if `checkBackup` was not called before', async () => {
    const path = join(folder, 'changing')
    const header = await writeBackup(app.services, path)
    const bytes = readFileSync(path)
    bytes[bytes.length - 90] = (bytes[bytes.length - 90] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const target = await open(await emptyDatabaseConfig())
    await expect(restoreBackup(target, path, header)).rejects.toThrow()
    expect(Object.values(await contentsOf(target.database)).flat()).toEqual([])
  })

  test('a newer version migrates a backup of this version', async () => {
    const path = join(folder, 'old')
    const header = await writeBackup(app.services, path)
    const target = await emptyDatabaseConfig()
    const { flags, env } = makeNewerVersion()
    await run(
      process.execPath,
      [...flags, fileURLToPath(new URL('../../start/admin.ts', import.meta.url)), 'restore', path],
      {
        env: {
          ...programEnv,
          ...env,
          DATA_DIR: target.dataDir,
          ...(target.databaseUrl && { DATABASE_URL: target.databaseUrl, AUTH_SECRET: target.authSecret }),
        },
      },
    )
    const { database } = await open(target)
    expect(await schemaVersionOf(database)).toBe('unknown')
    const restored = await contentsOf(database)
    for (const { name, rows } of header.tables) expect(restored[name]).toHaveLength(rows)
  })

  test('refuses an unknown schema, and a target with another schema', async () => {
    const path = join(folder, 'unknown')
    const header = { ...(await writeBackup(app.services, path)), schema: '9999_later' }
    const target = await open(await emptyDatabaseConfig())
    await expect(restoreBackup(target, path, header)).rejects.toThrow(/newer version/)
    const beforeFirst = { ...header, createdAt: '2026-11-28T20:00:00Z' }
    await expect(restoreBackup(target, path, beforeFirst)).rejects.toThrow(
      /^The backup is from before the present first migration[^\n]+\.$/,
    )
    await target.migrate(makeNewerVersion().migrations)
    await expect(restoreBackup(target, path, { ...header, schema: latestVersion() })).rejects.toThrow(
      /choose a database that no server has used/,
    )
  })

  test.skipIf(inject('postgresUrl') === null)('is refused while a server runs on the database', async () => {
    const path = join(folder, 'while running')
    const header = await writeBackup(app.services, path)
    const config = await emptyDatabaseConfig()
    const [target, server] = [await open(config), await open(config)]
    await server.database.execute(sql`select 1`)
    await expect(restoreBackup(target, path, header)).rejects.toThrow(
      'A server runs on this database: stop it first.',
    )
  })
})

function writeBackup(source: Parameters<typeof streamBackup>[0], path: string) {
  return createBackupFile(path, write => streamBackup(source, write))
}

async function fillTablesOfInviteLinks(): Promise<void> {
  const other = { groupId: (await app.groupOf(ana, cyd)).id }
  await ana.ok(api.removeMember, { params: { ...other, userId: cyd.userId } })
  const { invited } = await ana.invite(other.groupId, cyd.email)
  await cyd.ok(api.blockInviter, { params: { invitationId: invited[0]?.id ?? '' } })
  const { link, address } = await ana.ok(api.createInviteLink, {
    params: other,
    body: { needsApproval: true },
  })
  await cyd.ok(api.joinByLink, { body: { code: address.split('#')[1] ?? '' } })
  await inviteByLink(app.services, ben, link.id)
}

async function open(config: Config): Promise<OpenDatabase> {
  const opened = await connectDatabase(config, () => {})
  onTestFinished(() => opened.close())
  return opened
}

async function contentsOf(database: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name } of await tablesOf(database)) {
    const found = await rows<{ row: string }>(database)`
      select row_to_json(t)::text as row from ${sql.identifier(name)} t`
    contents[name] = found.map(({ row }) => row).sort()
  }
  return contents
}

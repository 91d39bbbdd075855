import { eq, sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isWrongLine } from '#operator/finding.ts'
import { runCommand } from '#operator/run-command.ts'
import { addMs, hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { notices, outbox, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()

async function examine(): Promise<string[]> {
  const lines: string[] = []
  const outcome = await runCommand(app.services, { args: ['doctor-data'], folder: '/' }, line =>
    lines.push(line),
  )
  expect(outcome).toEqual({ exit: 0 })
  return lines
}

test('the command `doctor` reports only wrong data as WRONG', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  await app.groupOf(ana, ben)
  const healthy = await examine()
  expect(healthy.length).toBeGreaterThan(8)
  expect(healthy.filter(isWrongLine)).toEqual([])

  const now = app.clock.now()
  await app.database.update(users).set({ disabledAt: now }).where(eq(users.uid, ben.userId))
  const email = {
    kind: 'test',
    toAddress: 'x@example.org',
    subject: '',
    text: '',
    html: '',
    createdAt: addMs(now, -2 * hourMs),
  }
  await app.database.insert(outbox).values([
    { id: newId(), ...email, nextAttemptAt: addMs(now, hourMs), lastError: 'nobody\nanswers' },
    { id: newId(), ...email, nextAttemptAt: now, failedAt: now },
  ])
  await app.database
    .insert(notices)
    .values({ type: 'admin', action: 'announced', message: '', createdAt: addMs(now, hourMs) })

  expect((await examine()).filter(isWrongLine)).toEqual([
    `WRONG  clock         the newest notice has a time in the future: ${addMs(now, hourMs).toISOString()}`,
    'WRONG  sessions      1 violations: no disabled or unverified user has a session',
    'WRONG  emails        1 waiting for more than an hour; the latest error: nobody answers',
    'WRONG  emails        1 failed in the last 24 h; the latest error: nobody answers',
  ])
})

test.skipIf(inject('postgresUrl') === null)(
  'the command `doctor` reports a database that other roles may connect to',
  async () => {
    const role = `other_${newId().toLowerCase()}`
    await app.database.execute(sql.raw(`create role "${role}" login`))
    onTestFinished(() => app.database.execute(sql.raw(`drop role "${role}"`)).then(() => {}))
    const found = (await examine()).filter(line => line.includes('access'))
    expect(found).toEqual([
      expect.stringMatching(
        /^WRONG {2}access {8}\d+ other roles may connect\. To prevent this, run: revoke connect on database "\w+" from public$/,
      ),
    ])
    const [, revoke = ''] = found[0]?.match(/: (revoke .+)$/) ?? []
    await app.database.execute(sql.raw(revoke))
    expect((await examine()).filter(isWrongLine).filter(line => line.includes('access'))).toEqual([])
  },
)

test('an unexpected error is reported to the operator in one sentence, and is logged', async () => {
  const broken = {
    ...app.services,
    database: { execute: () => Promise.reject(new Error('The disk is full')) },
  }
  const outcome = await runCommand(broken as never, { args: ['doctor-data'], folder: '/' }, () => {})
  expect(outcome).toEqual({ exit: 1, refusal: 'The command failed: The disk is full' })
  expect(app.logged.some(line => line.includes('a command of the operator failed'))).toBe(true)
})

test.skipIf(inject('postgresUrl') === null)(
  'the doctor compares the connections of the nodes with those that PostgreSQL allows',
  async () => {
    const connections = async () => (await examine()).find(line => / connections /.test(line))
    expect(await connections()).toMatch(
      /^ok +connections +1 node with DATABASE_CONNECTIONS 16 may open 26 connections; PostgreSQL allows \d+$/,
    )
    const [{ name } = { name: '' }] = await rows<{ name: string }>(app.database)`
      select current_database() as name`
    const allow = (limit: number) =>
      app.database.execute(sql.raw(`alter database "${name}" connection limit ${limit}`))
    onTestFinished(() => void allow(-1))
    await allow(20)
    expect(await connections()).toMatch(
      /^WRONG +connections +.* may open 26 connections; PostgreSQL allows 20: raise max_connections, or lower DATABASE_CONNECTIONS$/,
    )
  },
)

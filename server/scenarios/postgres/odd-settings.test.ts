import { functionsPath } from '@grouplight/contract/callable.ts'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { hasPgbouncer, startPgbouncer } from '#testing/pgbouncer.ts'
import { createDatabase, fastSettings, runOn, startPostgres } from '#testing/postgres.ts'
import { useTestApp } from '#testing/test-app.ts'

// The tests make roles and change their settings, so they have a PostgreSQL of their own.
const postgres = inject('postgresUrl') === null ? null : await startPostgres(fastSettings)
afterAll(() => postgres?.stop())
const postgresUrl = postgres?.url ?? ''

const oddSettings: [name: string, settings: string[]][] = [
  ['nothing odd', []],
  ['German dates', ['DateStyle = German']],
  ['SQL dates', [`DateStyle = 'SQL, DMY'`, `lc_time = 'C'`]],
  ['a time zone of quarters', [`TimeZone = 'Asia/Kathmandu'`, 'IntervalStyle = sql_standard']],
  ['old strings', ['standard_conforming_strings = off', 'bytea_output = escape', 'array_nulls = off']],
  ['an empty search_path', [`search_path = ''`]],
  ['a search_path with another schema first', [`search_path = other, public`]],
  ['serializable', ['default_transaction_isolation = serializable', 'default_transaction_deferrable = on']],
  [
    'short time limits',
    ['statement_timeout = 100', 'lock_timeout = 1', 'idle_in_transaction_session_timeout = 1'],
  ],
  ['another client encoding', ['client_encoding = latin1', 'extra_float_digits = -15']],
  ['odd comparisons', ['transform_null_equals = on', 'row_security = off']],
]

describe.skipIf(!postgresUrl)('on a database with odd settings', async () => {
  if (!postgresUrl) return
  for (const owner of ['database', 'role'] as const)
    for (const [name, settings] of oddSettings) {
      const databaseUrl = await oddDatabase(owner, settings)
      describe(`${name}, set for the ${owner}`, () => journey(databaseUrl))
    }
})

describe.skipIf(!postgresUrl || !hasPgbouncer)('through PgBouncer in its session mode', async () => {
  if (!postgresUrl || !hasPgbouncer) return
  const pooler = await startPgbouncer(await oddDatabase('role', ['DateStyle = German']), 'session')
  afterAll(() => pooler.stop())
  journey(pooler.url)
})

async function oddDatabase(owner: 'database' | 'role', settings: string[]): Promise<string> {
  const [name, role] = [newId(), `role_${newId()}`]
  const url = new URL(await createDatabase(postgresUrl, name))
  const whose = owner === 'role' ? `role "${role}"` : `database "${name}"`
  await runOn(
    postgresUrl,
    `create role "${role}" login`,
    `alter database "${name}" owner to "${role}"`,
    ...settings.map(setting => `alter ${whose} set ${setting}`),
  )
  await runOn(url.href, `create schema other authorization "${role}"`)
  return Object.assign(url, { username: role }).href
}

function journey(databaseUrl: string): void {
  const app = useTestApp({ DATABASE_URL: databaseUrl })

  test('a member signs up, verifies, invites, accepts, toggles, reads notifications and resets the password', async () => {
    const [ana, ben] = [await app.signUp('Ana O’Neill \\ "A"'), await app.signUp('Ben')]
    const { id: groupId, created } = await app.groupOf(ana, ben)
    expect(Math.abs(new Date(created).getTime() - app.clock.now().getTime())).toBeLessThan(60_000)
    const mine = { params: { groupId, userId: ben.userId } }
    const screen = await ana.open()
    await ben.ok(api.setAvailability, { ...mine, body: { status: false } })
    await screen.next(([name]) => name === 't')
    await ben.ok(api.setAvailability, { ...mine, body: { status: true } })
    const { notifications } = await ana.ok(api.listNotifications)
    expect(notifications[0]).toMatchObject({ message: 'Ben is now available in Mountain Rescue' })

    await ana.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email: ana.email } })
    const token = (await app.linkTo(ana, 'reset-password')).searchParams.get('token')
    const data = { token, newPassword: 'battery staple' }
    const reset = await ana.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })
    expect(reset.status).toBe(200)
    await ana.signIn('battery staple')
    await app.runMaintenance()
  })
}

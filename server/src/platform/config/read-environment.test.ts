import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const secret = 'a secret of a good length, really'
const database = { DATABASE_URL: 'postgres://ana@db.example/lights', AUTH_SECRET: secret }
const provider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'lights', OIDC_CLIENT_SECRET: 'x y' }

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a secret', () => {
  type Case = [name: string, env: Record<string, string>, read: (config: Config) => unknown]
  test.each<Case>([
    ['AUTH_SECRET', database, config => config.authSecret],
    ['DATABASE_URL', database, config => config.databaseUrl],
    ['SMTP_URL', { SMTP_URL: 'smtp://user:password@mail.example' }, config => config.smtpUrl],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen letters!' }, config => config.metricsToken],
    ['OIDC_CLIENT_SECRET', provider, config => config.provider?.clientSecret],
  ])(
    '%s may be in a file, whose last line break does not count',
    (name, { [name]: value = '', ...env }, read) => {
      const path = file(name, `${value}\n`)
      expect(read(readConfig({ ...env, [`${name}_FILE`]: path }))).toBe(value)
    },
  )

  test('keeps quotes that its file contains', () => {
    const path = file('quoted', `"${secret}"\n`)
    expect(readConfig({ AUTH_SECRET_FILE: path }).authSecret).toBe(`"${secret}"`)
  })

  test('in a variable and in a file is refused', () => {
    const env = { AUTH_SECRET: secret, AUTH_SECRET_FILE: file('both', secret) }
    expect(() => readConfig(env)).toThrow(
      /^AUTH_SECRET and AUTH_SECRET_FILE are both set: set only one of them\.$/,
    )
  })

  test.each([
    ['does not exist', () => join(folder, 'missing'), 'cannot be read (ENOENT).'],
    ['is a folder', () => folder, 'cannot be read (EISDIR).'],
    ['is empty', () => file('empty', '\n'), 'is empty.'],
  ])(
    'whose file %s is refused in one line that does not show the path, which may be the secret',
    (_, path, why) => {
      expect(() => readConfig({ AUTH_SECRET_FILE: path() })).toThrow(
        `AUTH_SECRET_FILE must be the path of a file that holds the secret: it ${why}`,
      )
    },
  )

  test('in a file is checked like any other, and is not shown', () => {
    expect(() => readConfig({ AUTH_SECRET_FILE: file('short', 'hunter2') })).toThrow(
      /^AUTH_SECRET is '…': it must be at least 32 characters long\.$/,
    )
  })
})

describe('a value', () => {
  test.each([
    [`"My Club"`, 'My Club'],
    [`'My Club'`, 'My Club'],
    [` " My Club " `, 'My Club'],
    [`"My "Club""`, 'My "Club"'],
    [`"My Club`, '"My Club'],
    [`The "Club"`, 'The "Club"'],
    [`""`, 'Grouplight'],
  ])('loses the quotes that surround it: %s', (given, name) => {
    expect(readConfig({ APP_NAME: given }).appName).toBe(name)
  })

  test.each<[env: Record<string, string>, expected: Partial<Config>]>([
    [{ PORT: '"8080"' }, { port: 8080 }],
    [{ ...database, AUTH_SECRET: `"${secret}"` }, { authSecret: secret }],
    [{ ...database, DATABASE_URL: `'${database.DATABASE_URL}'` }, { databaseUrl: database.DATABASE_URL }],
    [{ MAIL_FROM: '"Lights <hello@lights.example>"' }, { mailFrom: 'Lights <hello@lights.example>' }],
    [{ TRUSTED_PROXIES: '"10.0.0.0/8, ::1"' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
  ])('loses its quotes in every setting: %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })

  test.each<[env: Record<string, string>, expected: object]>([
    [{ REGISTRATION: 'Invited' }, { site: { registration: 'invited' } }],
    [{ REGISTRATION: 'CLOSED' }, { site: { registration: 'closed' } }],
    [{ LOG_LEVEL: 'INFO' }, { logLevel: 'info' }],
    [{ PUSH_SERVICES: 'Off' }, { pushServices: [] }],
    [{ HOOK_HOSTS: 'OFF' }, { hookHosts: [] }],
    [{ ...provider, OIDC_AUTO: 'True', OIDC_ONLY: 'TRUE' }, { provider: { auto: true, only: true } }],
    [{ ...provider, OIDC_SIGN_UP: 'False' }, { provider: { signUp: false } }],
  ])('that is a word may be in capitals: %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })
})

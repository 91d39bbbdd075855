import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { OperatorError } from '#platform/config/operator-error.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { newId } from '#platform/tokens.ts'
import { makeCertificates } from '#testing/certificates.ts'
import { freePort } from '#testing/free-port.ts'
import { hasPgbouncer, startPgbouncer } from '#testing/pgbouncer.ts'
import { createDatabase, fastSettings, giveToPostgres, runOn, startPostgres } from '#testing/postgres.ts'

// The tests make roles and change their settings, so they have a PostgreSQL of their own.
const postgres = inject('postgresUrl') === null ? null : await startPostgres(fastSettings)
afterAll(() => postgres?.stop())
const postgresUrl = postgres?.url ?? ''

/** Opens the database like a server, and returns the line of the refusal, or '' if the database can be used. */
async function refusalOf(databaseUrl: string, databaseConnections = 2): Promise<string> {
  const location = {
    dataDir: '/nowhere',
    databaseUrl,
    databaseConnections,
    authSecret: 'the secret of a test, long enough',
  }
  try {
    await (await openDatabase(location, () => {})).close()
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError)
    const { message } = error as Error
    expect(message).toMatch(/^[^\n]+\.$/)
    return message
  }
}

type Place = { name: string; role: string; url: URL; admin: string }

/** Makes a database and a role that does not own it. */
async function newPlace(options = ''): Promise<Place> {
  const [name, role] = [newId(), `role_${newId()}`]
  const admin = await createDatabase(postgresUrl, name, options ? 'template0' : 'template1', options)
  await runOn(postgresUrl, `create role "${role}" login password 'right'`)
  return { name, role, admin, url: Object.assign(new URL(admin), { username: role }) }
}

const own = ({ name, role }: Place) => `alter database "${name}" owner to "${role}"`

type Mistake = [name: string, make: (place: Place) => string[], line: RegExp]

const mistakes: Mistake[] = [
  [
    'the role may not create a schema, even with all rights on the schema public',
    ({ role }) => [`grant all on schema public to "${role}"`],
    /^The role \S+ of DATABASE_URL may not create schemas in the database \S+: make it the owner \(.*alter database \S+ owner to \S+\)\.$/,
  ],
  [
    'the role may not create a table',
    ({ name, role }) => [
      `grant create on database "${name}" to "${role}"`,
      'revoke create on schema public from public',
    ],
    /may not create tables in the schema public .*grant usage, create on schema public to/,
  ],
  [
    'the role may not use the schema public',
    ({ name, role }) => [
      `grant create on database "${name}" to "${role}"`,
      'revoke all on schema public from public',
    ],
    /permission denied for schema public: grant the role of DATABASE_URL the missing right/,
  ],
  [
    'there is no schema public',
    place => [own(place), 'drop schema public cascade'],
    /has no schema public: create it \(create schema public/,
  ],
  [
    'the database is read-only',
    place => [own(place), `alter database "${place.name}" set default_transaction_read_only = on`],
    /is read-only: reset default_transaction_read_only/,
  ],
  [
    'another program has a table of the same name',
    place => [own(place), 'create table users (id int)'],
    /belongs to another program \(it has a table users\): give Grouplight an empty database of its own\.$/,
  ],
  [
    'another program uses the same library for migrations',
    place => [
      own(place),
      'create schema drizzle',
      'create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)',
      `insert into drizzle.__drizzle_migrations (created_at) values (1)`,
      `grant all on schema drizzle to "${place.role}"`,
      `grant all on all tables in schema drizzle to "${place.role}"`,
    ],
    /belongs to another program: give Grouplight an empty database of its own\.$/,
  ],
  [
    'the role has a schema of its own',
    place => [own(place), `create schema mine`, `alter role "${place.role}" set search_path = mine`],
    /^search_path of the database \S+ is 'mine', but Grouplight keeps its tables in the schema public: /,
  ],
  [
    'the role may not connect',
    ({ name }) => [`revoke connect on database "${name}" from public`],
    /^The database refused the connection to DATABASE_URL: permission denied for database .*owner of the database\.$/,
  ],
]

describe.skipIf(!postgresUrl)('a database that cannot be used is refused with one line', () => {
  test.each(mistakes)('%s', async (_, make, line) => {
    const place = await newPlace()
    await runOn(place.admin, ...make(place))
    expect(await refusalOf(place.url.href)).toMatch(line)
  })

  test.each([
    ['SQL_ASCII', `encoding 'SQL_ASCII' locale 'C'`],
    ['LATIN1', `encoding 'LATIN1' locale 'C'`],
  ])('the encoding is %s', async (encoding, options) => {
    const place = await newPlace(options)
    await runOn(postgresUrl, own(place))
    expect(await refusalOf(place.url.href)).toMatch(
      new RegExp(`has the encoding ${encoding}: create it with UTF8 \\(create database .* encoding 'UTF8'`),
    )
  })

  test.each<[string, (url: URL) => Promise<string>, RegExp]>([
    [
      'the database does not exist',
      async url => `${Object.assign(url, { pathname: '/missing' })}`,
      /"missing" does not exist: create the database, or correct its name in DATABASE_URL\.$/,
    ],
    [
      'nothing listens',
      async url => `${Object.assign(url, { port: String(await freePort()) })}`,
      /^The database of DATABASE_URL, at 127\.0\.0\.1:\d+, cannot be reached \(ECONNREFUSED\)\.$/,
    ],
    [
      'PostgreSQL has no TLS',
      async url => `${url}?sslmode=require`,
      /The server does not support SSL connections: set ssl = on in PostgreSQL, or sslmode=disable in DATABASE_URL\.$/,
    ],
    [
      'sslmode is unknown',
      async url => `${url}?sslmode=on`,
      /^sslmode in DATABASE_URL is 'on': it must be one of disable, /,
    ],
    [
      'the file of certificates is missing',
      async url => `${url}?sslmode=verify-full&sslrootcert=/none/ca.pem`,
      /^sslrootcert in DATABASE_URL is '\/none\/ca\.pem': the file cannot be read \(ENOENT\)\.$/,
    ],
    [
      'the URL asks for another schema',
      async url => `${url}?options=${encodeURIComponent('-c search_path=mine')}`,
      /^search_path of the database \S+ is 'mine'/,
    ],
  ])('%s', async (_, change, line) => {
    expect(await refusalOf(await change(new URL(await createDatabase(postgresUrl, newId()))))).toMatch(line)
  })

  test('a database with the tables of a newer version is not taken for another program', async () => {
    const url = await createDatabase(postgresUrl, newId())
    expect(await refusalOf(url)).toBe('')
    await runOn(url, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)`)
    expect(await refusalOf(url)).toBe('')
  })

  test('a role without the right to create schemas can use a database that is already prepared', async () => {
    const place = await newPlace()
    await runOn(postgresUrl, own(place))
    expect(await refusalOf(place.url.href)).toBe('')
    await runOn(
      place.admin,
      `alter database "${place.name}" owner to current_user`,
      `grant create on schema public to "${place.role}"`,
    )
    expect(await refusalOf(place.url.href)).toBe('')
  })
})

describe.skipIf(!postgresUrl)(
  'a PostgreSQL with a certificate of its own authority and with passwords',
  async () => {
    if (!postgresUrl) return
    const folder = mkdtempSync(join(tmpdir(), 'grouplight-tls-'))
    const { ca, cert, key } = makeCertificates(folder, 'localhost', await giveToPostgres(folder))
    const encrypted = await startPostgres([
      ...['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`],
      ...['max_connections=10', 'superuser_reserved_connections=3'],
    ])
    if (!encrypted) return
    const database = new URL(await createDatabase(encrypted.url, newId()))
    await runOn(
      encrypted.url,
      `set password_encryption = 'scram-sha-256'`,
      `create role ana login password 'right'`,
      `alter database "${database.pathname.slice(1)}" owner to ana`,
    )
    await encrypted.requirePasswordOf('ana')
    afterAll(async () => {
      await encrypted.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const urlWith = (query: string, { host = 'localhost', password = 'right' } = {}) =>
      `${Object.assign(new URL(database), { hostname: host, username: 'ana', password })}?${query}`

    const unknownAuthority =
      /certificate.*: add sslrootcert with the path of the file of its certificate authority to DATABASE_URL, or sslmode=no-verify to encrypt without a check\.$/
    test.each<[string, string, RegExp | '']>([
      ['sslmode=disable', 'localhost', ''],
      ['sslmode=no-verify', 'localhost', ''],
      ['sslmode=require', 'localhost', unknownAuthority],
      [`sslmode=verify-full&sslrootcert=${ca}`, 'localhost', ''],
      [`sslmode=verify-ca&sslrootcert=${ca}`, '127.0.0.1', ''],
      [
        `sslmode=verify-full&sslrootcert=${ca}`,
        '127.0.0.1',
        /use the name in the certificate as the host of DATABASE_URL, or sslmode=verify-ca\.$/,
      ],
    ])('%s at %s', async (query, host, line) => {
      const refusal = await refusalOf(urlWith(query, { host }))
      if (line) expect(refusal).toMatch(line)
      else expect(refusal).toBe('')
    })

    test.each([
      [
        'wrong',
        /password authentication failed for user "ana": check the user name and the password in DATABASE_URL/,
      ],
      ['', /DATABASE_URL contains no password, but the database asks for one\.$/],
    ])('the password %j', async (password, line) => {
      const refusal = await refusalOf(urlWith('', { password }))
      expect(refusal).toMatch(/^The database refused the connection to DATABASE_URL: /)
      expect(refusal).toMatch(line)
    })

    test('all connections are in use', async () => {
      for (let isRefused = false; !isRefused; ) {
        const client = new pg.Client(urlWith(''))
        onTestFinished(() => client.end().catch(() => {}))
        isRefused = await client.connect().then(
          () => false,
          () => true,
        )
      }
      expect(await refusalOf(urlWith(''))).toMatch(
        /has no free connection \(.*\): raise its max_connections, or lower DATABASE_CONNECTIONS\.$/,
      )
    })
  },
)

describe.skipIf(!postgresUrl || !hasPgbouncer)('PgBouncer', () => {
  test.each([
    ['session', [], /^$/],
    [
      'transaction',
      [],
      /^DATABASE_URL leads to a pooler that does not keep a session for each connection: use its session mode \(pool_mode = session in PgBouncer\)/,
    ],
    ['session', ['default_pool_size = 1'], /^The pooler of DATABASE_URL gives too few connections at a time/],
  ] as const)('in its mode %s with %j', async (mode, settings, line) => {
    const url = await createDatabase(postgresUrl, newId())
    const pooler = await startPgbouncer(url, mode, [...settings])
    onTestFinished(() => pooler.stop())
    expect(await refusalOf(pooler.url)).toMatch(line)
    expect(await refusalOf(pooler.url)).toMatch(line)
  })
})

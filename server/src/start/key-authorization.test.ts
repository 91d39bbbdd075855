import { request } from 'node:http'
import { functionsPath } from '@grouplight/contract/callable.ts'
import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import { livePath } from '@grouplight/contract/live.ts'
import { getTableName, is, isNull, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { setOperator } from '#features/account/operators.ts'
import { newKeyToken } from '#features/key/key-token.ts'
import { addMs, dayMs, hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import * as schema from '#platform/database/schema.ts'
import { hashToken, newId } from '#platform/tokens.ts'
import { allSent } from '#testing/all-sent.ts'
import { api, endpoints } from '#testing/api.ts'
import { newKey, statusAndCode, withKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const kinds = [
  'sees',
  'switches',
  'asks',
  'of another group',
  'ended',
  'revoked',
  'unknown',
  'incomplete',
  'of a disabled user',
] as const
type Kind = (typeof kinds)[number]

let ana: TestUser
let groupId: string
let otherGroupId: string
let callId: string
const tokens = {} as Record<Kind, string>

beforeAll(async () => {
  ana = await app.signUp('Ana')
  await setOperator(app.services, { userId: ana.userId, isOperator: true })
  const [ben, dan] = [await app.signUp('Ben'), await app.signUp('Dan')]
  groupId = (await app.groupOf(ana, ben, dan)).id
  await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'members' } })
  otherGroupId = (await app.groupOf(ana)).id
  const revoked = await newKey(ana, { maySwitch: true })
  tokens.revoked = revoked.token
  await ana.request('DELETE', `/api/account/keys/${revoked.key.id}`)
  tokens.sees = (await newKey(ana)).token
  tokens.switches = (await newKey(ana, { maySwitch: true, groupIds: [groupId] })).token
  tokens.asks = (await newKey(ana, { mayAsk: true, groupIds: [groupId] })).token
  const all = { maySwitch: true, mayAsk: true }
  tokens['of another group'] = (await newKey(ana, { ...all, groupIds: [otherGroupId] })).token
  tokens.unknown = newKeyToken()
  tokens.incomplete = tokens.switches.slice(0, -1)
  await disableAccount(app.services, dan)
  tokens.ended = await storedKey(ana, app.clock.now())
  // Disabling a user deletes the user's keys. This key is stored afterwards, so that only the check of the user can refuse it.
  tokens['of a disabled user'] = await storedKey(dan, null)
  app.clock.advance(hourMs)
  const question = { text: 'Fire drill', needed: null, forMinutes: 60 }
  callId = (await ben.ok(api.openCall, { params: { groupId }, body: question })).id
  // Its day of use is stored before the operation refuses it.
  await ana.call(api.listGroups, withKey(tokens['of another group']))
  await allSent(app)
})

/** Stores a key directly in the database, because no request can make an ended key or a key of a disabled user. */
async function storedKey({ userId }: TestUser, expiresAt: Date | null): Promise<string> {
  const token = newKeyToken()
  const tokenHash = hashToken(app.services.secret, token)
  const createdAt = addMs(app.clock.now(), -dayMs)
  await app.database.insert(schema.keys).values({
    id: newId(),
    userId,
    tokenHash,
    name: 'x',
    maySwitch: true,
    mayAsk: true,
    createdAt,
    expiresAt,
    lastFour: 'x',
  })
  return token
}

/** Returns the status and the problem code that the contract demands for a request with this kind of key. */
function answerTo({ name, access, keys, path }: Endpoint, kind: Kind): string {
  if (access === 'operator') return '404 not-found'
  if (!keys) return '403 not-for-keys'
  if (['ended', 'revoked', 'unknown', 'incomplete', 'of a disabled user'].includes(kind))
    return '401 unauthenticated'
  const right = { see: ['sees', 'switches', 'asks'], switch: ['switches'], ask: ['asks'] }[keys]
  if (![...right, 'of another group'].includes(kind)) return '403 not-for-keys'
  if (kind !== 'of another group' || !path.includes(':')) return '200'
  return name === 'answerCall' ? '404 call-not-found' : '404 group-not-found'
}

const bodies: Record<string, unknown> = {
  setAvailability: { status: false },
  openCall: { text: 'Coffee?', needed: 1, forMinutes: 60 },
  answerCall: { can: true },
}

/** Sends a request with a key. The request also has the cookie of the user's session, which must have no effect. */
function ask({ name, method, path }: Endpoint, kind: Kind): Promise<Reply> {
  const ids: Record<string, string> = { ':groupId': groupId, ':userId': ana.userId, ':callId': callId }
  const filled = path.replace(/:\w+/g, part => ids[part] ?? 'x')
  const body = method === 'GET' || method === 'DELETE' ? undefined : (bodies[name] ?? '{')
  return ana.request(method, filled, body, { authorization: `Bearer ${tokens[kind]}` })
}

async function storedRows(): Promise<unknown> {
  const tables = Object.values(schema).flatMap(part => (is(part, PgTable) ? [getTableName(part)] : []))
  const digests = tables
    .filter(table => table !== 'attempts')
    .map(table =>
      sql.raw(`(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t) as ${table}`),
    )
  return rows(app.database)`select ${sql.join(digests, sql`, `)}`
}

describe('the matrix of operations × kinds of keys', () => {
  test.each(endpoints)('$name answers each kind of key as the contract says', async endpoint => {
    const refused = kinds.filter(kind => answerTo(endpoint, kind) !== '200')
    // An operation before may have queued pushes and emails.
    await allSent(app)
    const isWaiting = isNull(schema.outbox.sentAt)
    await vi.waitFor(async () => expect(await app.database.$count(schema.outbox, isWaiting)).toBe(0))
    const before = await storedRows()
    for (const kind of refused)
      expect([kind, statusAndCode(await ask(endpoint, kind))]).toEqual([kind, answerTo(endpoint, kind)])
    expect(await storedRows(), 'a refusal changes nothing').toEqual(before)
    for (const kind of kinds.filter(kind => !refused.includes(kind))) {
      const reply = await ask(endpoint, kind)
      expect([kind, statusAndCode(reply)]).toEqual([kind, '200'])
      expect(reply.headers.getSetCookie()).toEqual([])
    }
  })

  test('the matrix covers every operation of the server except the functions, and only these operations allow keys', async () => {
    const { body } = await ana.request('GET', '/api/openapi.json', undefined)
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> }
    const served = Object.entries(paths).filter(([path]) => !path.startsWith(functionsPath))
    const names = served.flatMap(([, methods]) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(names.filter(name => !endpoints.some(endpoint => endpoint.name === name))).toEqual([])
    expect(endpoints.filter(({ keys }) => keys).map(({ name, keys }) => `${name}: ${keys}`)).toEqual([
      'setAvailability: switch',
      'openCall: ask',
      'answerCall: switch',
      'listGroups: see',
      'readGroup: see',
    ])
  })

  test.each(['sendCustomPasswordReset', 'resetPasswordWithToken', 'sendVerificationEmail', 'sendEmailHttp'])(
    'no key may call the function %s',
    async name => {
      for (const kind of kinds) {
        const headers = { authorization: `Bearer ${tokens[kind]}` }
        const reply = await ana.request('POST', `${functionsPath}/${name}`, { to: ana.email }, headers)
        expect([kind, reply.status]).toEqual([kind, 403])
      }
    },
  )

  test('no key opens a live connection', async () => {
    for (const kind of kinds) expect([kind, await upgrade(kind)]).toEqual([kind, 403])
  })

  test('the API document refuses requests with keys; unknown paths and the metrics page ignore keys', async () => {
    const headers = { authorization: `Bearer ${tokens.switches}` }
    expect(statusAndCode(await ana.request('GET', '/api/nothing', undefined, headers))).toBe('404 not-found')
    expect(statusAndCode(await ana.request('GET', '/api/openapi.json', undefined, headers))).toBe(
      '403 not-for-keys',
    )
    expect((await ana.request('GET', '/metrics', undefined, headers)).body).not.toMatchObject({
      code: 'not-for-keys',
    })
  })
})

/** Requests a live connection with a key and the session's cookie. Returns the status, which is 101 for an open connection. */
function upgrade(kind: Kind): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(app.url + livePath, {
      headers: {
        ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
        ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', origin: app.url, cookie: ana.cookie },
        authorization: `Bearer ${tokens[kind]}`,
      },
    })
    asked.on('response', ({ statusCode }) => resolve(statusCode))
    asked.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.on('error', reject)
    asked.end()
  })
}

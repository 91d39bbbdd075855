import { functionsPath } from '@grouplight/contract/callable.ts'
import { withoutAnyInvisible } from '@grouplight/contract/invisible.ts'
import { problemSchema } from '@grouplight/contract/problem.ts'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setOperator } from '#features/account/operators.ts'
import { rows } from '#platform/database/database.ts'
import * as schema from '#platform/database/schema.ts'
import { endpoints } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply } from '#testing/test-user.ts'

const app = useTestApp()

const inputs = endpoints
  .filter(({ body }) => body)
  .map(({ name, method, path, body }) => ({ name, method, path, body }))

const code = `AbCdEfGh1234.${'x'.repeat(22)}`
const credential = { id: 'x', rawId: 'x', type: 'public-key' }
const passkeyUsed = {
  ...credential,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
}

// A valid body for every endpoint with a body. Add a line for a new endpoint.
const validBodies: Record<string, Record<string, unknown>> = {
  signIn: { email: 'nobody@example.org', password: 'correct horse' },
  signUp: { displayName: 'Eve', email: 'eve@example.org', password: 'correct horse', code },
  verifyEmail: { code: 'x', password: 'correct horse' },
  createInviteLink: { lifetime: 60, maxUses: 5, needsApproval: true },
  readInviteLink: { code },
  joinByLink: { code },
  blockEmail: { token: 'x' },
  setEmailBlock: { blocked: false },
  blockAllInvitations: { all: true },
  deleteAccount: {
    password: 'wrong horse',
    groups: [{ groupId: 'AbCdEfGh1234', fate: 'deputy', deputyId: 'AbCdEfGh1234' }],
  },
  confirmByPassword: { password: 'wrong horse' },
  changePassword: { password: 'wrong horse', newPassword: 'battery staple' },
  addPasskey: {
    name: 'Phone',
    response: {
      ...credential,
      response: { clientDataJSON: 'x', attestationObject: 'x', transports: ['usb'] },
    },
  },
  renamePasskey: { name: 'Phone' },
  createKey: { name: 'Lamp', maySwitch: true, mayAsk: true, groupIds: ['AbCdEfGh1234'], days: 30 },
  createPersonalHook: {
    name: 'Home',
    kind: 'gotify',
    url: 'https://gotify.example.org',
    token: 'AbC',
    tellsNotifications: true,
    tellsOwnStatus: true,
  },
  createGroupHook: {
    name: 'Lamp',
    kind: 'webhook',
    url: 'https://lamp.example.org',
    tellsNames: true,
    tellsCallTexts: true,
  },
  signInByPasskey: { response: passkeyUsed },
  confirmByPasskey: { response: passkeyUsed },
  startProviderSignIn: { purpose: 'sign-in' },
  updateAccount: { displayName: 'Eve' },
  setLanguage: { language: 'de' },
  setAvailability: { status: true, forMinutes: 30, note: 'Up for coffee' },
  setAvailabilityInGroups: {
    status: true,
    forMinutes: 30,
    note: 'Up for coffee',
    groupIds: ['AbCdEfGh1234'],
  },
  undoAvailability: {
    groups: [
      {
        groupId: 'AbCdEfGh1234',
        changed: { status: true, until: null, note: null, lastUpdated: '2030-06-01T09:00:00Z' },
        before: { status: true, until: '2030-06-01T10:00:00Z', note: 'Up for coffee' },
      },
    ],
  },
  setUsualEnd: { minutes: 60 },
  setAskingInterval: { minutes: 60 },
  updateQuestionSettings: {
    askAgain: { afterMinutes: 60, endsUnanswered: true },
    prompt: { days: [1, 7], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' },
  },
  createGroup: { name: 'Night Watch', description: 'Hut', needed: 2, inviteEmails: ['eve@example.org'] },
  updateGroup: { name: 'Night Watch', description: 'Hut' },
  setNeeded: { needed: 2 },
  setAskers: { askers: 'members' },
  openCall: { text: 'Fire drill', everybody: true, needed: 2, forMinutes: 60 },
  answerCall: { can: true, words: 'in 20 minutes' },
  stopCallEmails: { token: 'x' },
  offerGroup: { memberId: 'AbCdEfGh1234' },
  inviteMembers: { emails: ['eve@example.org'], message: 'Do come' },
  readNotifications: { upTo: 1 },
  addDevice: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/x',
    p256dh: `BA${'x'.repeat(85)}`,
    auth: 'x'.repeat(22),
    name: 'Firefox',
  },
  confirmDevice: { token: 'x' },
  setRingingRule: { rule: 'none' },
  setCoverageAlerts: { coverage: 'both' },
  setCallAlerts: { on: false },
  setMemberAlerts: { on: false },
  updateRingingSettings: {
    hidesNames: true,
    remindsOfEnds: false,
    mailsCalls: false,
    quietHours: { from: '22:00', to: '07:00', days: [1, 7], timeZone: 'Europe/Berlin' },
    muteForMinutes: 60,
  },
  addWatch: { needed: 2, forMinutes: 60 },
  createBoard: { showsNames: true, showsCalls: true, frameOrigins: ['https://club.example'], days: 365 },
  createBoardByCode: { code: 'K7M4PX', showsNames: true, showsCalls: true },
  setShownOutside: { shown: false },
  claimSite: { token: 'x' },
  addUserByOperator: { email: 'eve@example.org', displayName: 'Eve' },
  changeUserByOperator: { isDisabled: true },
  offerGroupByOperator: { email: 'eve@example.org' },
  announceToAll: { message: 'Back at noon.' },
  changeSiteSettings: {
    registration: 'invited',
    allowedEmailDomains: ['*.club.example'],
    imprint: { url: 'https://club.example/imprint', text: null },
    privacy: { url: null, text: 'We keep little.' },
    accessibility: { url: null, text: null },
    contact: 'ana@club.example',
    updateCheck: true,
  },
}
// These fields are not in `validBodies`, because they cannot be combined with another field.
const alternatives: Record<string, string[]> = {
  addWatch: ['memberId'],
  setAvailability: ['until'],
  setAvailabilityInGroups: ['until'],
  changeUserByOperator: ['isVerified', 'isOperator'],
}

const [ana] = app.users('Ana')
let groupId: string
let before: string

beforeAll(async () => {
  groupId = (await app.groupOf(ana, await app.signUp('Ben'))).id
  await setOperator(app.services, { userId: ana.userId, isOperator: true })
  before = await allRows()
})

afterEach(async () => {
  expect(await allRows()).toBe(before)
})

async function allRows(): Promise<string> {
  const names = Object.values(schema).flatMap(table => (is(table, PgTable) ? getTableConfig(table).name : []))
  // The requests of an operator renew the session.
  const kept = names.filter(name => name !== 'sessions')
  const contents = kept.map(
    name =>
      sql`select ${name} as name, json_agg(t order by t::text) as content from ${sql.identifier(name)} t`,
  )
  return JSON.stringify(await rows(app.database)`${sql.join(contents, sql` union all `)}`)
}

function ask(
  { method, path }: { method: string; path: string },
  body: unknown,
  headers?: Record<string, string>,
): Promise<Reply> {
  const filled = path.replace(':groupId', groupId).replace(':userId', ana.userId).replace(/:\w+/, 'x')
  return ana.request(method, filled, body, headers)
}

function expectRefusal({ status, body }: Reply, what: string, field?: string): void {
  expect([what, status]).toEqual([what, 400])
  const problem = z.strictObject(problemSchema.shape).parse(body)
  expect([what, problem.code]).toEqual([what, 'invalid-input'])
  expect(problem.message, what).toMatch(/^[^\n{}]{5,150}$/)
  expect(problem.message, what).not.toMatch(/Error|at \w+ \(/)
  if (field) expect([what, problem.field?.split('.')[0]]).toEqual([what, field])
}

const wrongTypes = {
  string: [null, 7, true, [], {}, ['text']],
  boolean: [null, 0, 1, 'true', '', [], {}],
  number: [null, '7', true, [], {}, 1.5, -1, 1e300],
  array: [null, 7, true, 'text', {}, [null], [7], [true], [[]], [{}]],
  object: [7, true, 'text', [], {}, { from: null }],
}
// These fields may be null. An entry with the name of an endpoint applies only to this endpoint.
const nullable = [
  'quietHours',
  'muteForMinutes',
  'note',
  'minutes',
  'needed',
  'askAgain',
  'prompt',
  'days',
  'createKey groupIds',
  'setLanguage language',
  'setAskers askers',
  'answerCall can',
  'contact',
  'updateCheck',
]
const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : (typeof value as 'string' | 'boolean' | 'number' | 'object')

describe.each(inputs)('$name', ({ name, method, path, body }) => {
  const fits = validBodies[name] ?? {}
  const shape = body instanceof z.ZodMiniObject ? body.shape : {}

  test('has a valid body in this file, with every field except those in `alternatives`', () => {
    expect([...Object.keys(fits), ...(alternatives[name] ?? [])].sort()).toEqual(Object.keys(shape).sort())
    expect(Object.keys(shape).length).toBeGreaterThan(0)
    expect(body?.safeParse(fits).success).toBe(true)
  })

  test('refuses a field with a wrong type, unknown fields, and a body without a required field', async () => {
    for (const [field, value] of Object.entries(fits)) {
      for (const wrong of wrongTypes[kindOf(value)]) {
        if (wrong === null && (nullable.includes(field) || nullable.includes(`${name} ${field}`))) continue
        const what = `${field}: ${JSON.stringify(wrong)}`
        expectRefusal(await ask({ method, path }, { ...fits, [field]: wrong }), what, field)
      }
      const { [field]: _, ...rest } = fits
      if (body?.safeParse(rest).success) continue
      expectRefusal(await ask({ method, path }, rest), `no ${field}`, field)
    }
    for (const field of ['userId', 'constructor', ''])
      expectRefusal(await ask({ method, path }, { ...fits, [field]: 'x' }), `with ${field}`)
  })

  test('refuses hidden characters, and empty, malformed or too long texts', async () => {
    const isText = ([, value]: [string, unknown]) => kindOf(value) === 'string'
    const refuse = async (field: string, value: unknown) =>
      expectRefusal(
        await ask({ method, path }, { ...fits, [field]: value }),
        JSON.stringify({ [field]: value }).slice(0, 60),
        field,
      )
    const texts = Object.entries(fits)
      .filter(isText)
      .map(([field]) => field)
    const lists = Object.keys(fits).filter(field => kindOf(fits[field]) === 'array')
    for (const text of ['a\u0000b', 'a\u009fb', 'a\u202eb', '\ud800', '']) {
      // In an address, these characters are removed, because people copy them with it.
      const isRemoved = text !== withoutAnyInvisible(text)
      for (const field of texts.filter(field => !['password', 'code', 'token'].includes(field))) {
        if (field === 'email' ? isRemoved : text === '' && ['description', 'message'].includes(field))
          continue
        await refuse(field, field === 'email' ? `${text}@example.org` : text)
      }
      // A domain may be written with its @.
      const refusedLists = text === '' ? lists.filter(field => field !== 'allowedEmailDomains') : lists
      if (!isRemoved) for (const field of refusedLists) await refuse(field, [`${text}@example.org`])
    }
    // A long code of an invite link gets the same answer as every unknown code.
    for (const field of texts.filter(field => field !== 'email' && fits[field] !== code))
      await refuse(field, 'a\u0301'.repeat(10_000))
  })
})

// The same code reads the bodies of all endpoints.
describe.each(inputs.filter(({ name }) => ['signUp', 'updateGroup', 'addPasskey'].includes(name)))(
  'the body of $name',
  ({ name, method, path }) => {
    const fits = validBodies[name] ?? {}

    test('is refused if it is not a JSON object or tries to change prototypes', async () => {
      const good = JSON.stringify(fits).slice(1, -1)
      const bodies = [
        ...['', ' ', '{', '}', '[]', 'null', 'true', '7', '"text"', '[{}]', `{'a':1}`, 'NaN', '\u0000'],
        ...[`{${good}`, `{${good},}`, `{${good}}}`, `\u0000{${good}}`],
        `{${good},"__proto__":{"admin":true}}`,
        `{${good},"\\u005f_proto__":{"admin":true}}`,
        `{${good},"constructor":{"prototype":{"admin":true}}}`,
        `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      ]
      for (const text of bodies) expectRefusal(await ask({ method, path }, text), text.slice(0, 60))
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    })

    test('is refused with 415 if it is not declared as JSON, and with 413 if it is large', async () => {
      const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
      for (const type of [
        ...forms,
        'text/plain',
        'application/xml',
        'text/json',
        'json',
        'application/jsonp',
      ])
        expect(
          await ask({ method, path }, JSON.stringify(fits), { 'content-type': type }),
          type,
        ).toMatchObject({
          status: 415,
          body: {
            code: 'unsupported-media-type',
            message: 'The request must be JSON (application/json).',
          },
        })
      const large = { status: 413, body: { code: 'payload-too-large', message: 'The request is too large.' } }
      expect(await ask({ method, path }, { ...fits, filler: 'x'.repeat(64 * 1024) })).toMatchObject(large)
      expect(await streamed(method, path)).toMatchObject(large)
    })
  },
)

describe('every endpoint', () => {
  test.each(endpoints)('$name refuses unknown query parameters', async ({ name, method, path }) => {
    for (const query of ['admin=true', 'before=1&before=2', '__proto__=1', '%00=a']) {
      const answer = await ask({ method, path: `${path}?${query}` }, validBodies[name])
      expectRefusal(answer, `?${query}`)
    }
  })

  test('listNotifications refuses malformed cursors, and readNotification refuses malformed ids', async () => {
    for (const before of [
      '0',
      '-1',
      '1.5',
      'abc',
      '',
      '%00',
      '9007199254740993',
      '1e400',
      'null',
      '1,2',
      '٣',
    ]) {
      expectRefusal(
        await ana.request('GET', `/api/notifications?before=${before}`),
        `before=${before}`,
        'before',
      )
      expectRefusal(
        await ana.request('POST', `/api/notifications/${before || '%20'}/read`),
        `${before} in the path`,
        'notificationId',
      )
    }
  })

  test('a wrong method or path gets a 404 response, and a malformed path is refused with a sentence', async () => {
    for (const [method, path] of [
      ['POST', '/api/session/x'],
      ['PUT', '/api/groups'],
      ['PATCH', '/api/session'],
      ['DELETE', '/api/accounts'],
      ['GET', '/api/account'],
      ['GET', '/api/nothing'],
    ] as const) {
      expect(await ana.request(method, path)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    for (const path of ['/api/groups/%', '/api/groups/%zz', '/api/groups/%c3%28', '/%'])
      expectRefusal(await ana.request('GET', path), path)
  })
})

describe('the functions that do not use the callable protocol', () => {
  const functions = {
    sendVerificationEmail: { email: 'nobody@example.org', displayName: 'Eve' },
    sendEmailHttp: { to: 'nobody@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
  }

  test.each(Object.entries(functions))(
    '%s refuses invalid input',
    async (name, fits: Record<string, string>) => {
      const there = { method: 'POST', path: `${functionsPath}/${name}` }
      for (const field of Object.keys(fits)) {
        for (const wrong of wrongTypes.string)
          expectRefusal(
            await ask(there, { ...fits, [field]: wrong }),
            `${field}: ${JSON.stringify(wrong)}`,
            field,
          )
      }
      for (const body of [{}, [], { ...fits, cc: 'eve@example.org' }, '', '{', 'null', '"text"'])
        expectRefusal(await ask(there, body), JSON.stringify(body))
      expect((await ask(there, 'to=x', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
        415,
      )
      expect((await ask(there, { ...fits, filler: 'x'.repeat(64 * 1024) })).status).toBe(413)
    },
  )
})

/** Sends a large body without a Content-Length, so that the server notices the size only while it reads the body. */
async function streamed(method: string, path: string): Promise<Reply> {
  const chunk = new TextEncoder().encode(`"${'x'.repeat(40_000)}",`)
  const body = new ReadableStream({
    start(controller) {
      for (const part of [new TextEncoder().encode('['), chunk, chunk]) controller.enqueue(part)
      controller.close()
    },
  })
  const filled = path.replace(':groupId', groupId).replace(':userId', ana.userId)
  const headers = { origin: app.url, cookie: ana.cookie, 'content-type': 'application/json' }
  const init = { method, headers, body, duplex: 'half' }
  const response = await fetch(app.url + filled, init as RequestInit)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

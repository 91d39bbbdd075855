import { functionsPath } from '@grouplight/contract/callable.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

const [ana] = app.users('Ana')
let groupId: string

beforeAll(async () => {
  groupId = (await app.groupOf(ana)).id
})

async function send(method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(app.url + path, {
    method,
    headers: { cookie: ana.cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => null)) as unknown,
  }
}

const evil = 'https://evil.example'
const foreign: Record<string, string>[] = [
  { origin: evil },
  { origin: 'null' },
  { origin: '' },
  { origin: `${evil}, http://localhost` },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: evil, 'sec-fetch-site': 'same-origin' },
]

describe('a page of another site', () => {
  test('cannot change anything', async () => {
    const operations: [string, string, object?][] = [
      ['PUT', `/api/groups/${groupId}/members/${ana.userId}/availability`, { status: false }],
      ['PATCH', `/api/groups/${groupId}`, { name: 'Mine', description: '' }],
      ['POST', `/api/groups/${groupId}/invitations`, { emails: ['eve@example.org'] }],
      ['DELETE', `/api/groups/${groupId}`],
      ['DELETE', '/api/session'],
      ['POST', `${functionsPath}/sendVerificationEmail`, { email: ana.email }],
      ['POST', `${functionsPath}/sendEmailHttp`, { to: ana.email }],
      ['POST', '/api/nothing'],
    ]
    const before = await ana.group(groupId)
    for (const headers of [
      ...foreign,
      { origin: app.url.replace('http:', 'https:') },
      { origin: app.url.replace('localhost', '127.0.0.1') },
      { origin: `${app.url}.evil.example` },
      { origin: `${app.url}/` },
      { origin: app.url.toUpperCase() },
    ]) {
      for (const [method, path, body] of operations) {
        const answer = await send(method, path, headers, body)
        expect(answer, `${method} ${path} ${JSON.stringify(headers)}`).toMatchObject({
          status: 403,
          body: { code: 'origin-not-allowed' },
        })
      }
    }
    expect(await ana.group(groupId)).toEqual(before)
  })

  test('cannot sign a user in or submit a form', async () => {
    const form = await fetch(`${app.url}/api/session`, {
      method: 'POST',
      headers: { origin: evil, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: ana.email, password: ana.password }),
    })
    expect(form.status).toBe(403)
    const answer = await send(
      'POST',
      '/api/session',
      { origin: evil },
      { email: ana.email, password: ana.password },
    )
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  })

  test('cannot read responses, and preflight requests are not allowed', async () => {
    for (const headers of foreign) {
      const read = await send('GET', '/api/groups', headers)
      expect(read.status).toBe(200)
      const preflight = await send('OPTIONS', '/api/groups', {
        ...headers,
        'access-control-request-method': 'POST',
      })
      for (const answer of [read, preflight]) {
        expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
      expect(preflight.status).toBeGreaterThanOrEqual(400)
    }
  })
})

test('pages of the site itself and clients without a browser are accepted', async () => {
  const own: Record<string, string>[] = [
    { origin: app.url },
    { origin: app.url, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ]
  for (const [n, headers] of own.entries()) {
    const answer = await send('PATCH', '/api/account', headers, { displayName: `Ana ${n}` })
    expect(answer, JSON.stringify(headers)).toMatchObject({
      status: 200,
      body: { account: { displayName: `Ana ${n}` } },
    })
  }
})

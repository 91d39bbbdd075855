import { describe, expect, test } from 'vitest'
import { runCommand } from '#operator/run-command.ts'
import { api } from '#testing/api.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'
import { addressesIn } from './forwarded.ts'

const direct = useTestApp({ LIMIT_FAILED_SIGN_INS_PER_IP: '3' })
let guesses = 0

async function guessFrom(on: TestApp, forwardedFor: string): Promise<number> {
  const body = { email: `nobody${++guesses}@example.org`, password: 'wrong' }
  const headers = { 'x-forwarded-for': forwardedFor }
  return (await on.guest().call(api.signIn, { body, headers })).status
}

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['192.0.2.1:5555', ['192.0.2.1']],
  ['[2001:db8::1]:5555, 192.0.2.1', ['2001:db8::1', '192.0.2.1']],
  ['[2001:db8::1]', ['2001:db8::1']],
  ['2001:db8::1', ['2001:db8::1']],
  ['192.0.2.1, unknown, 192.0.2.2', ['192.0.2.2']],
  ['192.0.2.1, _hidden', []],
  ['999.0.2.1:80', []],
  ['', []],
])('from the header %j, the addresses %j are used', (header, addresses) => {
  expect(addressesIn(header)).toEqual(addresses)
})

describe('a trusted proxy', () => {
  const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1, ::1', LIMIT_FAILED_SIGN_INS_PER_IP: '3' })

  test('may send the addresses of its clients with or without ports, and an invalid address counts as the proxy itself', async () => {
    const guess = (from: string) => guessFrom(app, from)
    const clients = ['192.0.2.7:1', '192.0.2.7:2', '192.0.2.7', '192.0.2.7:3']
    expect([await guess('x1'), await guess('x2'), await guess('x3'), await guess('x4')]).toEqual([
      401, 401, 401, 429,
    ])
    const statuses: number[] = []
    for (const client of clients) statuses.push(await guess(client))
    expect(statuses).toEqual([401, 401, 401, 429])
    // A proxy appends the client's address to the header.
    expect(await guess('203.0.113.9, 192.0.2.7')).toBe(429)
    expect(warnings(app)).toEqual([])
    expect(await proxiesOf(app)).toMatch(/^ok /)
  })
})

test('a header of a client does not change its address', async () => {
  const statuses = []
  for (let n = 1; n <= 4; n++) statuses.push(await guessFrom(direct, `203.0.113.${n}`))
  expect(statuses).toEqual([401, 401, 401, 429])
})

describe('a proxy that is missing from the settings', () => {
  const app = useTestApp({ APP_URL: 'https://lights.example' })

  test('causes one warning, and the operator’s command “doctor” reports the number of the proxy’s requests', async () => {
    const forward = (headers: Record<string, string>) => {
      const guest = app.guest()
      guest.address = `http://localhost:${app.services.config.port}`
      return guest.call(api.readSession, { headers })
    }
    await forward({})
    expect(await proxiesOf(app)).toMatch(/^ok /)
    for (let n = 0; n < 3; n++) await forward({ 'x-forwarded-for': '192.0.2.1' })
    await forward({ forwarded: 'for=192.0.2.1' })
    expect(warnings(app)).toHaveLength(1)
    expect(['127.0.0.1', '::1']).toContain(JSON.parse(warnings(app)[0] ?? '{}').proxy)
    expect(await proxiesOf(app)).toMatch(/^WRONG .* 4 requests .* TRUSTED_PROXIES/)
  })
})

function warnings({ logged }: TestApp): string[] {
  return logged.filter(line => line.includes('TRUSTED_PROXIES'))
}

/** Returns the line that the operator's command 'doctor' prints about proxies. */
async function proxiesOf({ services }: TestApp): Promise<string | undefined> {
  const lines: string[] = []
  await runCommand(services, { args: ['doctor-data'], folder: '/' }, line => lines.push(line))
  return lines.find(line => line.includes('proxies'))
}

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { latestVersion } from '#platform/database/migration-files.ts'
import { version } from '#platform/version.ts'
import { api } from '#testing/api.ts'
import { type TestApp, useOwnTestApp, useTestApp } from '#testing/test-app.ts'

const notFound = { status: 404, body: { code: 'not-found', message: 'That could not be found.' } }

describe('the metrics', () => {
  const app = useOwnTestApp()

  test('the metrics have the text format of Prometheus, and count toggles, live messages and connections', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const screen = await ben.open()
    const before = await read(app)
    const params = { groupId, userId: ana.userId }
    for (const status of [false, true]) await ana.ok(api.setAvailability, { params, body: { status } })
    await screen.settled()
    await ana.request('GET', '/nobody/knows/this')
    await app.runMaintenance()
    const after = await read(app)

    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    const toggles =
      'http_request_duration_seconds_count{method="PUT",route="/api/groups/:groupId/members/:userId/availability",status="2xx"}'
    expect(grown(toggles)).toBe(2)
    expect(grown('grouplight_toggle_batch_size_sum')).toBe(2)
    expect(grown('grouplight_live_frames_delivered_total')).toBeGreaterThanOrEqual(2)
    expect(after.get('grouplight_live_connections')).toBe(1)
    expect(after.get('grouplight_open_connections')).toBeGreaterThan(1)
    expect(after.get('grouplight_database_up')).toBe(1)
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(after.get('grouplight_pushes_total{outcome="sent"}')).toBe(0)
    expect(after.get('grouplight_hook_deliveries_total{outcome="sent"}')).toBe(0)
    for (const name of [
      'process_cpu_user_seconds_total',
      'grouplight_letters_waiting',
      'grouplight_groups_with_needed',
      'grouplight_sweeps_total',
    ])
      expect(after.has(name), name).toBe(true)
    const info = `grouplight_build_info{version="${version}",node="${process.versions.node}",schema="${latestVersion()}"}`
    expect(after.get(info)).toBe(1)
    expect([...after.keys()].filter(name => /nobody|example\.org/.test(name))).toEqual([])
    expect([...after.keys()].some(name => name.includes('route="web"'))).toBe(true)
    const lines = [...after.keys()].filter(name => !/^[a-z_]+(\{\w+="[^"]*"(,\w+="[^"]*")*\})?$/.test(name))
    expect(lines).toEqual([])
  })

  test('the metrics are served only to this machine, and not to requests that a proxy forwards', async () => {
    expect((await app.guest().request('GET', '/metrics')).status).toBe(200)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto'])
      expect(
        await app.guest().request('GET', '/metrics', undefined, { [header]: '127.0.0.1' }),
      ).toMatchObject(notFound)
    const { port } = app.services.config
    for (const [host, status] of [
      [`127.0.0.1:${port}`, 200],
      ['lights.example', 404],
      [`evil.example:${port}`, 404],
    ] as const)
      expect([host, await statusForHost(port, host)]).toEqual([host, status])
  })
})

describe('with METRICS_TOKEN', () => {
  const token = 'a token for the metrics'
  const app = useTestApp({ METRICS_TOKEN: token })

  test('the metrics are served to every request with the token, and to no other request', async () => {
    const readWith = (headers: Record<string, string>) =>
      app.guest().request('GET', '/metrics', undefined, headers)
    expect((await readWith({ authorization: `Bearer ${token}` })).status).toBe(200)
    expect(
      (await readWith({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' })).status,
    ).toBe(200)
    for (const authorization of ['', 'Bearer', 'Bearer another', `Bearer ${token}x`, `Basic ${token}`]) {
      const { status, body } = await readWith({ authorization })
      expect([authorization, status]).toEqual([authorization, 401])
      expect(body).toMatchObject({ code: 'unauthenticated' })
    }
  })
})

async function statusForHost(port: number, host: string): Promise<number | undefined> {
  const request = get({ port, host: 'localhost', path: '/metrics', headers: { host } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

async function read(app: TestApp): Promise<Map<string, number>> {
  const { status, headers, body } = await app.guest().request('GET', '/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = String(body)
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
  return new Map(
    lines.map(line => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { livePath } from '@grouplight/contract/live.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { LiveScreen } from '#testing/live-screen.ts'
import { exampleOnThisMachine, hasProxy, nginxConfig, startProxy } from '#testing/reverse-proxies.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1, ::1' })

describe.each(['nginx', 'HAProxy', 'Apache', 'Caddy'] as const)('%s with its usual headers', name => {
  test.skipIf(!hasProxy(name))('passes everything on', async () => {
    const proxy = await startProxy(name, Number(new URL(app.url).port))
    onTestFinished(proxy.stop)
    const ana = await app.signUp('Ana')
    const group = await app.groupOf(ana)
    ana.address = proxy.url
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/', '/api/docs', '/nothing/here']) {
        const [direct, proxied] = await Promise.all(
          [app.url, proxy.url].map(url => fetch(url + path, { method, headers: { accept: 'text/html' } })),
        )
        expect([path, proxied?.status]).toEqual([path, direct?.status])
        expect(await proxied?.text()).toBe(await direct?.text())
      }
    expect(await ana.call(api.readSession)).toMatchObject({
      status: 200,
      body: { account: { uid: ana.userId } },
    })
    await ana.signIn()
    expect(await ana.request('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
    const foreign = await ana.request(
      'POST',
      '/api/groups',
      { name: 'Eve' },
      { origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
    for (const path of ['/mailbox', '/mailbox/guess'])
      expect((await ana.request('GET', path)).body).not.toContain('Emails that would be mailed')

    const screen = new LiveScreen(proxy.url.replace('http', 'ws') + livePath, {
      cookie: ana.cookie,
      origin: app.url,
    })
    await screen.next(([kind]) => kind === 'hello')
    const params = { groupId: group.id, userId: ana.userId }
    await ana.ok(api.setAvailability, { params, body: { status: false } })
    await screen.next(([kind]) => kind === 't')
    screen.socket.close()
    await screen.closed
  })
})

describe.each([
  ['nginx', 'nginx.conf'],
  ['HAProxy', 'haproxy.cfg'],
  ['Caddy', 'Caddyfile'],
] as const)('%s with the example %s', (name, file) => {
  test.skipIf(!hasProxy(name))(
    'sends requests about a group to one node, and to another when it dies',
    async () => {
      const nodes = [await openNode('one'), await openNode('two')]
      const ports = nodes.map(({ port }) => port)
      const proxy = await startProxy(name, place => {
        const config = exampleOnThisMachine(file, place.port, ports)
        return name === 'nginx' ? nginxConfig(place, config) : config
      })
      onTestFinished(proxy.stop)
      const groupIds = Array.from({ length: 20 }, () => newId())
      const nodesOf = () =>
        Promise.all(
          groupIds.map(async groupId => {
            const paths = [`/api/groups/${groupId}`, `/api/groups/${groupId}/members/ana/availability`]
            const answers = await Promise.all(paths.map(async path => (await fetch(proxy.url + path)).text()))
            expect(new Set(answers).size).toBe(1)
            return answers[0]
          }),
        )
      const before = await nodesOf()
      expect(new Set(before)).toEqual(new Set(['one', 'two']))
      expect(await nodesOf()).toEqual(before)
      await nodes[1]?.close()
      await expect.poll(nodesOf).toEqual(groupIds.map(() => 'one'))
    },
  )
})

test.skipIf(!hasProxy('nginx'))(
  'while all nodes are stopped, nginx with the example of this repository writes no path into its error log',
  async () => {
    const stopped = await freePort()
    const proxy = await startProxy('nginx', place =>
      nginxConfig(place, exampleOnThisMachine('nginx.conf', place.port, [stopped, stopped])),
    )
    onTestFinished(proxy.stop)
    expect((await fetch(`${proxy.url}/api/groups/secret-group`)).status).toBe(502)
    expect(proxy.errors()).not.toContain('secret-group')
  },
)

/** Answers every request with its name. */
async function openNode(name: string): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((_, response) => response.end(name))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, close }
}

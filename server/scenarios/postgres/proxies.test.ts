import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { livePath } from '@grouplight/contract/live.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { LiveScreen } from '#testing/live-screen.ts'
import {
  apacheConfig,
  exampleOnThisMachine,
  hasProxy,
  nginxConfig,
  type ProxyName,
  startProxy,
} from '#testing/reverse-proxies.ts'
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
  ['Apache', 'apache.conf'],
  ['Caddy', 'Caddyfile'],
] as const)('%s with the example %s', (name, file) => {
  test.skipIf(!hasProxy(name))(
    'sends requests about a group to one node, and to another when it dies',
    async () => {
      const nodes = [await openNode('one'), await openNode('two')]
      const proxy = await startExample(
        name,
        file,
        nodes.map(({ port }) => port),
      )
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

  test.skipIf(!hasProxy(name))(
    "passes WebSockets on, and tells nodes the client's address whatever the client says",
    async () => {
      const { port } = await openNode('one')
      const { url } = await startExample(name, file, [port])
      const headers = { 'x-forwarded-for': '6.6.6.6' }
      const answers = ['/forwarded', '/api/groups/forwarded'].map(async path =>
        (await fetch(url + path, { headers })).text(),
      )
      expect(await Promise.all(answers)).toEqual(['127.0.0.1', '127.0.0.1'])
      const upgrade = {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      }
      const [, socket] = await once(request(url + livePath, { headers: upgrade }).end(), 'upgrade')
      socket.destroy()
    },
  )
})

test.for([
  ['nginx', 'nginx.conf', 502],
  ['Apache', 'apache.conf', 503],
] as const)(
  'while all nodes are stopped, %s with the example of this repository writes no path into its error log',
  async ([name, file, status], { skip }) => {
    skip(!hasProxy(name))
    const { url, errors } = await startExample(name, file, [await freePort()])
    expect((await fetch(`${url}/api/groups/secret-group`)).status).toBe(status)
    expect(errors()).not.toContain('secret-group')
  },
)

async function startExample(
  name: ProxyName,
  file: Parameters<typeof exampleOnThisMachine>[0],
  ports: number[],
) {
  const proxy = await startProxy(name, place => {
    const config = exampleOnThisMachine(file, place.port, ports)
    if (name === 'Apache') return apacheConfig(place, config)
    return name === 'nginx' ? nginxConfig(place, config) : config
  })
  onTestFinished(proxy.stop)
  return proxy
}

/** Answers requests with its name, or with the address that the proxy has named, and accepts every WebSocket. */
async function openNode(name: string): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(({ url, headers }, response) =>
    response.end(url?.endsWith('/forwarded') ? headers['x-forwarded-for'] : name),
  )
  const accepted = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
  const key = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='
  server.on('upgrade', (_, socket) => socket.write([...accepted, key, '', ''].join('\r\n')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, close }
}

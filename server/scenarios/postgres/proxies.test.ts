import { readFileSync } from 'node:fs'
import { livePath } from '@grouplight/contract/live.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { LiveScreen } from '#testing/live-screen.ts'
import { hasProxy, nginxConfig, startProxy } from '#testing/reverse-proxies.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1, ::1' })

describe.each(['nginx', 'HAProxy', 'Apache'] as const)('%s with its usual headers', name => {
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

test.skipIf(!hasProxy('nginx'))(
  'while all nodes are stopped, nginx with the example of this repository writes no path into its error log',
  async () => {
    const example = readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
    const stopped = await freePort()
    const proxy = await startProxy('nginx', stopped, place =>
      nginxConfig(place, onThisMachine(example, place.port, stopped)),
    )
    onTestFinished(proxy.stop)
    expect((await fetch(`${proxy.url}/api/groups/secret-group`)).status).toBe(502)
    expect(proxy.errors()).not.toContain('secret-group')
  },
)

/** The example with TLS removed, because it needs a certificate, and with one node on this machine. */
function onThisMachine(example: string, port: number, node: number): string {
  return example
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace(/^\s*(ssl_certificate|listen \[::\]|server node-2).*$/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
    .replace('node-1:3000', `127.0.0.1:${node}`)
}

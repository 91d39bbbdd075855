import { createServer } from 'node:http'
import { sessionCookie } from '#features/account/session-cookie.ts'
import { sessionLifeMs } from '#features/account/sessions.ts'
import type { Config } from '#platform/config/config.ts'
import { newToken } from '#platform/tokens.ts'
import type { DemoUser } from './create-demo.ts'

/**
 * Listens on `port + 1`. Each link sets the session cookie of one visitor and opens the dashboard. The site receives the cookie,
 * because a cookie belongs to a host and not to a port.
 */
export async function serveSignInLinks(
  { host, port, appUrl }: Pick<Config, 'host' | 'port' | 'appUrl'>,
  visitors: DemoUser[],
): Promise<{ name: string; url: string }[]> {
  const links = new Map(visitors.map(visitor => [`/${newToken().slice(0, 12)}`, visitor]))
  const { name } = sessionCookie(appUrl)
  const server = createServer(({ url }, response) => {
    const visitor = links.get(url ?? '')
    if (!visitor) return void response.writeHead(404).end()
    const cookie = `${name}=${visitor.token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${sessionLifeMs / 1000}`
    response.writeHead(303, { 'set-cookie': cookie, location: `${appUrl}/dashboard` }).end()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port + 1, host, resolve))
  const { protocol, hostname } = new URL(appUrl)
  return [...links].map(([path, { name }]) => ({ name, url: `${protocol}//${hostname}:${port + 1}${path}` }))
}

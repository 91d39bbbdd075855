import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { startServer } from './killable-server.ts'
import type { TestApp } from './test-app.ts'
import type { Reply, TestUser } from './test-user.ts'

const longestDelayMs = 30

/**
 * Starts another server of the site in a process of its own, and kills it while it answers the user. Its clock starts at `nowMs`. Returns
 * null if no answer came. The database must allow several servers.
 */
export async function askKilledServer(
  { url, services }: TestApp,
  user: TestUser,
  nowMs: number,
  send: (user: TestUser) => Promise<Reply>,
): Promise<Reply | null> {
  const { databaseUrl, authSecret } = services.config
  const port = String(await freePort())
  const env = { PORT: port, APP_URL: url, DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret }
  const server = startServer(env, { program: './serve.ts' })
  try {
    await server.ready()
    server.child.send({ advanceMs: nowMs - Date.now() })
    await once(server.child, 'message')
    const there = user.at(`http://localhost:${port}`)
    // The first answer of a server is slow.
    await there.request('GET', '/api/dashboard')
    const answer = send(there).catch(() => null)
    await wait(Math.random() * longestDelayMs)
    await server.kill()
    return await answer
  } finally {
    server.child.kill('SIGKILL')
  }
}

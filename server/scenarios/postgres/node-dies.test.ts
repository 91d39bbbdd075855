import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { freePort, untilListening } from '#testing/free-port.ts'
import { startServer } from '#testing/killable-server.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const app = useOwnTestApp()

test.skipIf(inject('postgresUrl') === null)(
  'screens at another node get every change that a killed node has committed, in order and once',
  { timeout: 60_000 * rounds },
  async () => {
    const users = await Promise.all(['Ana', 'Ben', 'Cyd', 'Dan'].map(name => app.signUp(name)))
    const [ana] = users as [TestUser]
    const { id: groupId } = await app.groupOf(...(users as [TestUser]))
    for (let round = 0; round < rounds; round++) {
      const node = await startNode()
      const screen = await ana.open()
      const first = await ana.group(groupId)
      await screen.settled()
      screen.clear()
      const toggling = users.map(user => toggleUntilDead(user.at(node.address), groupId))
      await vi.waitFor(() => expect(screen.received.length).toBeGreaterThan(9))
      await wait(Math.random() * 50)
      await node.kill()
      await Promise.all(toggling)
      // The database may still be committing what the killed node has sent.
      await vi.waitFor(async () => {
        const { version } = await ana.group(groupId)
        const length = version - first.version
        const versions = (await screen.settled()).map(message => message[0] === 't' && message[2])
        expect(versions).toEqual(Array.from({ length }, (_, at) => first.version + 1 + at))
      })
      screen.close()
    }
  },
)

async function startNode() {
  const port = await freePort()
  const { databaseUrl, authSecret, appUrl } = app.services.config
  const node = startServer({
    PORT: String(port),
    APP_URL: appUrl,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: authSecret,
    DATA_DIR: mkdtempSync(join(inject('folder'), 'node-')),
  })
  onTestFinished(() => node.kill())
  await untilListening(port, node.child)
  return { address: `http://localhost:${port}`, kill: node.kill }
}

async function toggleUntilDead(user: TestUser, groupId: string): Promise<void> {
  const params = { groupId, userId: user.userId }
  for (let status = false; ; status = !status) {
    const answer = await user.call(api.setAvailability, { params, body: { status } }).catch(() => null)
    if (answer === null) return
  }
}

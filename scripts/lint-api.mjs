// Checks the OpenAPI document that a server offers with the rules of Redocly.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { env, root } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'grouplight-api-'))
const server = await startServer()
try {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, await server.readDocument())
  const linter = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=recommended-strict', file]
  const { status } = spawnSync(process.execPath, linter, {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  process.exitCode = status ?? 1
} finally {
  server.child.kill()
  await once(server.child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function startServer() {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/src/start/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // The rules do not accept a document that names this machine as its server.
    env: {
      ...env,
      PORT: String(port),
      APP_URL: 'https://grouplight.example',
      DATA_DIR: join(folder, 'data'),
    },
  })
  const hasEnded = once(child, 'exit').then(() => true)
  return { child, readDocument }

  async function readDocument() {
    for (;;) {
      const answer = await fetch(`http://localhost:${port}/api/openapi.json`).catch(() => null)
      if (answer?.ok) return await answer.text()
      if (await Promise.race([hasEnded, wait(200, false)])) throw new Error('The server has ended.')
    }
  }
}

async function freePort() {
  const listener = createServer().listen(0)
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  return port
}

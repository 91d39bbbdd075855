import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const installed = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[
  'node_modules/zod'
].version
// What needs a library with a hole has one, too.
const hole = { id: 1, title: 'a hole', url: 'https://example.org', vulnerable_versions: '*', cwe: [] }

test.each([
  ['nothing known', 200, {}, 0, 'no known holes of high severity'],
  ['something small', 200, { zod: [{ ...hole, severity: 'low' }] }, 0, 'no known holes of high severity'],
  ['a hole', 200, { zod: [{ ...hole, severity: 'high' }] }, 1, 'known holes: 0 critical, 2 high'],
  ['that it has no audit', 405, {}, 0, 'NOT AUDITED: the registry has no audit (405)'],
  ['a refusal', 403, {}, 2, 'could not be audited: the registry answered 403'],
  ['that it is broken', 500, {}, 2, 'could not be audited: the registry answered 500'],
  ['nonsense', 200, 'nonsense', 2, 'could not be audited'],
])('a registry that answers %s', { timeout: 60_000 }, async (_, status, body, exit, line) => {
  const registry = createServer(({ method, url }, reply) => {
    const name = url?.slice(1)
    // npm asks which versions there are of what has a hole.
    const answer = method === 'GET' ? { name, versions: { [installed]: { name, version: installed } } } : body
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  expect(await audit((registry.address() as AddressInfo).port)).toEqual({
    exit,
    said: expect.stringContaining(line),
  })
})

test('a registry that nobody reaches is no finding, and said', { timeout: 60_000 }, async () => {
  expect(await audit(1)).toEqual({ exit: 0, said: 'NOT AUDITED: the registry cannot be reached.\n' })
})

async function audit(port: number) {
  // npm remembers what it heard of a hole before.
  const cache = mkdtempSync(join(tmpdir(), 'grouplight-audit-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(root, 'scripts', 'audit.mjs')], {
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { exit, said: out + err }
}

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
const vulnerability = {
  id: 1,
  title: 'a vulnerability',
  url: 'https://example.org',
  vulnerable_versions: '*',
  cwe: [],
}

test.each([
  ['knows a vulnerability of low severity', 0, 'no known vulnerabilities of high severity', 200, of('low')],
  // npm also counts a package that depends on the vulnerable package.
  ['knows a vulnerability of high severity', 1, 'known vulnerabilities: 0 critical, 2 high', 200, of('high')],
  ['does not support audits', 0, 'NOT AUDITED: the registry does not support audits (405)', 405, {}],
  ['refuses the request', 2, 'could not be audited: the registry answered 403', 403, {}],
  ['sends an invalid response', 2, 'could not be audited', 200, 'nonsense'],
])(
  'with a registry that %s, the audit exits with code %i and prints “%s”',
  {
    timeout: 60_000,
  },
  async (_, exit, line, status, body) => {
    const registry = createServer(({ method, url }, reply) => {
      const name = url?.slice(1)
      // npm requests the list of versions of a vulnerable package.
      const answer =
        method === 'GET' ? { name, versions: { [installed]: { name, version: installed } } } : body
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    onTestFinished(() => void registry.close())
    expect(await audit((registry.address() as AddressInfo).port)).toEqual({
      exit,
      output: expect.stringContaining(line),
    })
  },
)

test('the audit succeeds with a warning if the registry cannot be reached', async () => {
  expect(await audit(1)).toEqual({ exit: 0, output: 'NOT AUDITED: the registry cannot be reached.\n' })
})

function of(severity: string) {
  return { zod: [{ ...vulnerability, severity }] }
}

async function audit(port: number) {
  // An empty cache prevents npm from using an earlier response.
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
  return { exit, output: out + err }
}

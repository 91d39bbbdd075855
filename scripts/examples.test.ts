import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apacheConfig, nginxConfig } from '../server/testing/reverse-proxies.ts'

// The programs themselves read the examples of the folder deploy, where they are installed.

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'grouplight-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  const key = ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'key.pem']
  const certificate = [
    'req',
    '-x509',
    '-key',
    'key.pem',
    '-subj',
    '/CN=lights.example.org',
    '-out',
    'cert.pem',
  ]
  for (const args of [key, certificate]) spawnSync('openssl', args, { cwd: folder })
  const both = ['cert.pem', 'key.pem'].map(name => readFileSync(join(folder, name), 'utf8'))
  writeFileSync(join(folder, 'grouplight.pem'), both.join(''))
  writeFileSync(join(folder, 'is-primary'), '#!/bin/sh\n', { mode: 0o755 })
  for (const unit of ['grouplight.service', 'grouplight-backup.service', 'grouplight-backup.timer'])
    writeFileSync(join(folder, unit), example(unit))
})

const asItIs = (text: string) => text
const systemd = ['/usr/bin/systemd-analyze', 'verify'] as const
const haproxy = ['/usr/sbin/haproxy', '-c', '-f'] as const

test.for<[string, (text: string) => string, string, ...string[]]>([
  ['nginx.conf', text => nginxConfig({ folder }, text), '/usr/sbin/nginx', '-t', '-c'],
  ['apache.conf', text => apacheConfig({ folder, port: 1 }, text), '/usr/sbin/apache2', '-t', '-f'],
  ['haproxy.cfg', asItIs, ...haproxy],
  ['haproxy-postgres.cfg', asItIs, ...haproxy],
  ['Caddyfile', asItIs, '/usr/bin/caddy', 'validate', '--adapter', 'caddyfile', '--config'],
  ['prometheus-alerts.yml', asItIs, '/usr/bin/promtool', 'check', 'rules'],
  ['grouplight.service', asItIs, ...systemd],
  ['grouplight-backup.service', asItIs, ...systemd],
  ['grouplight-backup.timer', asItIs, ...systemd],
])('%s is accepted by its program', ([name, configOf, program, ...args], { skip }) => {
  skip(!existsSync(program))
  const file = join(folder, name)
  writeFileSync(file, configOf(example(name)))
  const env = { ...process.env, SITE_NAME: 'localhost', NODES: 'node-1:3000 node-2:3000', HOME: folder }
  const { status, stdout, stderr } = spawnSync(program, [...args, file], { env, encoding: 'utf8' })
  expect([status, `${stdout}${stderr}`.match(/.*unknown.*/gi) ?? []]).toEqual([0, []])
})

test('a backup is kept only if the command succeeds, and then backups that are too old are deleted', () => {
  const backups = mkdtempSync(join(folder, 'backups-'))
  const backUp = (...command: string[]) =>
    spawnSync(join(root, 'deploy/back-up'), [backups, '14', ...command]).status
  const day = 24 * 60 * 60
  for (const [name, age] of [
    ['grouplight-old', 16],
    ['grouplight-recent', 13],
    ['notes', 16],
  ] as const) {
    writeFileSync(join(backups, name), '')
    utimesSync(join(backups, name), Date.now() / 1_000 - age * day, Date.now() / 1_000 - age * day)
  }
  expect(backUp('sh', '-c', 'echo half; exit 1')).toBe(1)
  expect(readdirSync(backups).sort()).toEqual(['grouplight-old', 'grouplight-recent', 'notes'])
  expect(backUp('echo', 'whole')).toBe(0)
  const [made = '', ...others] = readdirSync(backups).sort()
  expect(others).toEqual(['grouplight-recent', 'notes'])
  expect(readFileSync(join(backups, made), 'utf8')).toBe('whole\n')
})

/** An example with the certificate of this folder, with nodes that need no DNS, and with this repository as the installed program. */
function example(name: string): string {
  return readFileSync(join(root, 'deploy', name), 'utf8')
    .replaceAll(/\/etc\/(?:ssl\/grouplight|haproxy)(?=\/)/g, folder)
    .replaceAll(/node-[12](?=:3000)/g, '127.0.0.1')
    .replaceAll('/opt/grouplight', root)
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { freePort } from '#testing/free-port.ts'
import type { SignedIn } from '#testing/insert-users.ts'
import { programEnv } from '#testing/program-env.ts'
import type { ServerCommand } from '#testing/test-server.ts'

// In a network of its own, the server can reach itself, and a cable that leads nowhere. Whatever it sends elsewhere goes into the cable.
const network = [
  'ip link set lo up',
  'ip link add cable type veth peer name end',
  'ip link set cable addrgenmode none',
  'ip link set end addrgenmode none',
  'ip address add 192.0.2.2/24 dev cable',
  'ip link set cable up',
  'ip link set end up',
  'ip route add default via 192.0.2.1',
].join(' && ')
const mayHaveNetwork = spawnSync('unshare', ['-rn', 'sh', '-c', network]).status === 0

const program = fileURLToPath(new URL('../../testing/test-server.ts', import.meta.url))

test.skipIf(!mayHaveNetwork)(
  'nothing leaves the machine until the operator lets the server look for updates',
  async () => {
    const env = { UPDATE_URL: 'https://198.51.100.7/newest.json' }
    const { tell, sentPackets } = await startServer(env)
    await useEverything(tell)
    expect(sentPackets()).toBe(0)
    const allowed = await startServer({ ...env, UPDATE_CHECK: 'on' })
    const advanced = allowed.tell({ advanceMs: dayMs })
    await vi.waitFor(() => expect(allowed.sentPackets()).toBeGreaterThan(0))
    await advanced
  },
)

type Tell = (command: ServerCommand) => Promise<unknown>

async function startServer(settings: Record<string, string>) {
  const port = String(await freePort())
  const dataDir = mkdtempSync(join(inject('folder'), 'leaves-nothing-'))
  const node = `exec "${process.execPath}" --disable-warning=ExperimentalWarning "${program}"`
  const child = spawn('unshare', ['-rn', 'sh', '-c', `${network} && ${node}`], {
    env: { ...programEnv, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const answer = async () => (await once(child, 'message'))[0]
  expect(await answer()).toBe('ready')
  const tell: Tell = async command => {
    const answered = answer()
    child.send(command)
    return answered
  }
  const sentPackets = () => {
    const line = readFileSync(`/proc/${child.pid}/net/dev`, 'utf8').match(/^ *cable:(.*)$/m)?.[1] ?? ''
    // The first eight numbers are about what was received.
    return Number(line.trim().split(/\s+/)[9])
  }
  return { tell, sentPackets }
}

/** Users sign up, invite others, switch their lights, and all jobs run for three days. */
async function useEverything(tell: Tell): Promise<void> {
  const [ana, ben] = (await tell({
    newUsers: ['ana', 'ben'].map(name => ({ name, email: `${name}@club.example` })),
  })) as [SignedIn, SignedIn]
  const ask = (who: SignedIn | null, method: string, path: string, body?: unknown) =>
    tell({ ask: path, method, headers: who ? { cookie: who.cookie } : {}, body })
  const signUp = { displayName: 'Cyd', email: 'cyd@club.example', password: 'correct horse' }
  expect(await ask(null, 'POST', '/api/accounts', signUp)).toBe(200)
  const group = { name: 'Mountain Rescue', inviteEmails: ['ben@club.example', 'dan@club.example'] }
  expect(await ask(ana, 'POST', '/api/groups', group)).toBe(200)
  for (const status of [true, false, true])
    expect(await ask(ana, 'PUT', '/api/availability', { status })).toBe(200)
  expect(await ask(ben, 'GET', '/api/dashboard')).toBe(200)
  for (let days = 0; days < 3; days++) await tell({ advanceMs: dayMs })
}

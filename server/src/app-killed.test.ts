import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setAvailability } from '@grouplight/contract/availability.ts'
import { createGroup, deleteGroup, listGroups, readGroup } from '@grouplight/contract/group.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { Person } from '#testing/person.ts'
import { programEnv } from '#testing/program-env.ts'

// ROUNDS makes it longer.
const rounds = Number(process.env.ROUNDS ?? 10)
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-killed-'))
let server: ChildProcess | undefined

afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

// PostgreSQL by URL is a process of its own, which such a kill does not touch.
test.skipIf(inject('postgresUrl') !== null)(
  'however often the whole server is killed while it writes, every answered write is there',
  { timeout: 30_000 * rounds },
  async () => {
    cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
    const port = String(await freePort())
    const url = `http://localhost:${port}`
    await start(port)
    const [ana, ben] = [await signUp(url, 'Ana'), await signUp(url, 'Ben')]
    const { id: groupId, version } = await ana.ok(createGroup, { body: { name: 'Mountain Rescue' } })

    const toggled = { version, available: true, answers: 0 }
    const groups = { there: [] as string[], gone: [] as string[], inDoubt: '', answers: 0 }

    for (let round = 1; round <= rounds; round++) {
      const writing = Promise.all([
        toggleUntilKilled(ana, groupId, toggled),
        changeGroupsUntilKilled(ben, groups),
      ])
      // However slow the machine is, some writes are answered and others are under way.
      const answers = () => toggled.answers + groups.answers
      const enough = answers() + 2 + Math.random() * 40
      let isBroken = false
      writing.catch(() => {
        isBroken = true
      })
      while (!isBroken && answers() < enough) await wait(1)
      await kill()
      await writing
      await start(port)

      const { version, availableCount } = await ana.ok(readGroup, { params: { groupId } })
      // One more wish may have been under way: then it is there whole, with its version.
      const oneMore = version === toggled.version + 1
      expect([version, availableCount === 1]).toEqual([
        toggled.version + Number(oneMore),
        toggled.available !== oneMore,
      ])
      Object.assign(toggled, { version, available: availableCount === 1 })

      const found = new Set((await ben.ok(listGroups)).groups.map(({ id }) => id))
      const kept = groups.there.filter(id => id !== groups.inDoubt)
      expect(kept.filter(id => !found.has(id))).toEqual([])
      expect(groups.gone.filter(id => found.has(id))).toEqual([])
      expect(found.size - kept.length).toBeLessThanOrEqual(1)
      groups.there = [...found].reverse()
    }
    expect(Math.min(toggled.answers, groups.answers)).toBeGreaterThan(0)
    const answers = toggled.answers + groups.answers
    process.stdout.write(
      `${rounds} rounds of killing the server while it writes: ${answers} answered writes, 0 lost\n`,
    )
  },
)

async function toggleUntilKilled(
  ana: Person,
  groupId: string,
  toggled: { version: number; available: boolean; answers: number },
): Promise<void> {
  const mine = { params: { groupId, userId: ana.userId } }
  await untilKilled(async () => {
    const answer = await ana.ok(setAvailability, { ...mine, body: { available: !toggled.available } })
    Object.assign(toggled, { version: answer.version, available: answer.available })
    toggled.answers++
  })
}

/** Makes groups, and from time to time takes the oldest away. */
async function changeGroupsUntilKilled(
  ben: Person,
  groups: { there: string[]; gone: string[]; inDoubt: string; answers: number },
): Promise<void> {
  await untilKilled(async () => {
    groups.inDoubt = ''
    groups.there.push((await ben.ok(createGroup, { body: { name: 'Night Watch' } })).id)
    groups.answers++
    const [oldest = ''] = groups.there
    if (groups.there.length < 10) return
    groups.inDoubt = oldest
    await ben.ok(deleteGroup, { params: { groupId: oldest } })
    groups.gone.push(oldest)
    groups.there.shift()
    groups.answers++
  })
}

/** Writes one after the other until nobody answers any more. A refusal is a failure like any other. */
async function untilKilled(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write()
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

async function start(port: string): Promise<void> {
  const env = { ...programEnv, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (!server.stdout) throw new Error('no output')
  for await (const line of createInterface(server.stdout)) if (line.startsWith('Start here')) return
  throw new Error('The server did not start')
}

async function kill(): Promise<void> {
  if (!server) return
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  await exit
}

/** Signs up and clicks the link of the letter, which the development mailbox shows. */
async function signUp(url: string, name: string): Promise<Person> {
  const person = new Person(url, { name, email: `${name.toLowerCase()}@example.org` })
  await person.register()
  const [, letter] =
    String((await person.request('GET', '/mailbox')).body).match(/href="(\/mailbox\/\w+)"/) ?? []
  const { body } = await person.request('GET', `${letter}/html`)
  await person.verify(String(body).match(/oobCode=([\w-]+)/)?.[1] ?? '')
  await person.signIn()
  return person
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes } from '@grouplight/contract/live.ts'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { Balancer } from '#testing/balancer.ts'
import { freePort } from '#testing/free-port.ts'
import { OpenPage } from '#testing/open-page.ts'
import { createDatabase } from '#testing/postgres.ts'
import { emailOf, password, type SeededUser, seed } from '#testing/seed.ts'
import { useServerProcesses } from '#testing/server-process.ts'

const isLong = process.env.ROUNDS !== undefined
const rounds = Number(process.env.ROUNDS ?? 1)
const groups = isLong ? 50 : 2
const patience = { timeout: 120_000, interval: 20 }
const secret = 'the secret of a test, long enough'

type Node = { port: number; process: ChildProcess }
type Tally = { done: number; failed: string[] }
type Toggle = { groupId: string; userId: string; status: boolean; version: number }

const start = useServerProcesses()
const folder = mkdtempSync(join(tmpdir(), 'grouplight-rolling-'))
const balancer = new Balancer()
const pages: OpenPage[] = []

afterAll(async () => {
  for (const page of pages) page.close()
  await balancer.close()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(inject('postgresUrl') === null)(
  'while two nodes are restarted one after the other, no request fails, and every page reconnects by itself',
  { timeout: 120_000 * (rounds + 1) },
  async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl') ?? '', newId())
    const users = await seed({ databaseUrl, dataDir: folder }, secret, { groups, membersPerGroup: 20 })
    const port = await freePort()
    const url = `http://localhost:${port}`
    const startNode = (port: number) =>
      start({
        PORT: String(port),
        APP_URL: url,
        DATA_DIR: folder,
        LIMIT_CHANGES_PER_MINUTE: '1000000',
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: secret,
        TRUSTED_PROXIES: '127.0.0.1,::1',
        DRAIN_SECONDS: '3',
        LOG_LEVEL: 'warn',
      })
    const nodePorts = [await freePort(), await freePort()]
    const nodes: Node[] = await Promise.all(
      nodePorts.map(async port => ({ port, process: await startNode(port) })),
    )
    await balancer.listen(port, nodePorts)

    for (let from = 0; from < users.length; from += 50) {
      pages.push(...users.slice(from, from + 50).map(user => new OpenPage(url, user)))
      await everybodyIsBack()
    }
    const reads = () => pages.reduce((sum, { reads }) => sum + reads, 0)
    const readsBefore = reads()
    const actions: Tally = { done: 0, failed: [] }
    const stopActing = new AbortController()
    const toggles = sendRequests(url, users, actions, stopActing.signal)

    let restarts = 0
    const largestShares: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const node of nodes) {
        const before = actions.done
        const startedAt = performance.now()
        const ended = once(node.process, 'exit')
        node.process.kill('SIGTERM')
        expect(await ended).toEqual([0, null])
        node.process = await startNode(node.port)
        await everybodyIsBack()
        restarts++
        if (isLong)
          process.stdout.write(
            `restart ${restarts} of ${rounds * 2}: away for ${longestAwaySeconds()} s at most\n`,
          )
        const attempts = pages.flatMap(page => page.connectAttempts).filter(at => at > startedAt)
        largestShares.push(largestShareIn(250, attempts))
        await expect.poll(() => balancer.ready, patience).toHaveLength(2)
        await expect.poll(() => actions.done - before, patience).toBeGreaterThan(20)
      }
    }
    stopActing.abort()
    const answered = await toggles

    expect([...actions.failed, ...pages.flatMap(({ failures }) => failures)]).toEqual([])
    const closed = pages.flatMap(page => page.closeCodes)
    expect(closed.filter(code => code !== closeCodes.restarting)).toEqual([])
    // After the first restart all pages are connected to the same node. Each later restart closes the connections of nearly all
    // pages.
    expect(closed.length).toBeGreaterThan(pages.length * (rounds * 2 - 1) * 0.9)
    const fetches = (reads() - readsBefore) / closed.length
    expect(fetches).toBeLessThan(1.5)
    expect(Math.max(...largestShares)).toBeLessThan(isLong ? 0.25 : 0.6)
    if (isLong) expect(longestAwaySeconds()).toBeLessThan(15)
    await expectLastToggles(answered, databaseUrl)

    const share = Math.round(Math.max(...largestShares) * 100)
    process.stdout.write(
      `${rounds} rounds of restarting each of two nodes under ${pages.length} connections: ${actions.done} actions of users, ` +
        `0 failed; ${closed.length} connections came back within ${longestAwaySeconds()} s, with ${fetches.toFixed(2)} fetches each, ` +
        `at most ${share} % in 250 ms; ${answered.length} toggling members, 0 answers lost\n`,
    )
  },
)

function longestAwaySeconds(): number {
  return Math.round(Math.max(0, ...pages.flatMap(({ awayMs }) => awayMs)) / 100) / 10
}

async function everybodyIsBack(): Promise<void> {
  await expect.poll(() => pages.filter(({ isLive }) => !isLive).length, patience).toBe(0)
}

/**
 * Makes some users toggle, some read and some sign in, until `stop` is aborted. Returns the last acknowledged toggle of each
 * toggling user.
 */
async function sendRequests(
  url: string,
  users: SeededUser[],
  tally: Tally,
  stop: AbortSignal,
): Promise<Toggle[]> {
  const some = (from: number, every: number) => users.filter((_, at) => at % every === from)
  const every = isLong ? 50 : 10
  const repeat = async (pauseMs: number, action: (n: number) => Promise<unknown>) => {
    for (let n = 0; !stop.aborted; n++) {
      await action(n).then(
        () => tally.done++,
        error => tally.failed.push(`${error} ${error.cause ?? ''}`),
      )
      await wait(Math.random() * 2 * pauseMs)
    }
  }
  const toggles: Toggle[] = []
  await Promise.all([
    ...some(1, every).map(({ token, userId, groupIds: [groupId = ''] }) => {
      const toggle = { groupId, userId, status: false, version: 0 }
      toggles.push(toggle)
      return repeat(100, async n => {
        const status = n % 2 === 0
        const path = `/api/groups/${groupId}/members/${userId}/availability`
        const { version } = (await ask(url, 'PUT', path, token, { status })) as Toggle
        Object.assign(toggle, { status, version })
      })
    }),
    ...some(2, every).map(({ token, groupIds: [groupId] }) => {
      const paths = ['/api/dashboard', `/api/groups/${groupId}`, '/api/notifications']
      return repeat(100, n => ask(url, 'GET', paths[n % paths.length] ?? '', token))
    }),
    ...some(3, isLong ? 200 : 20).map(({ userId }) =>
      repeat(500, () => ask(url, 'POST', '/api/session', '', { email: emailOf(userId), password })),
    ),
  ])
  return toggles
}

async function ask(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : { origin: url }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} got status ${answer.status}: ${text}`)
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

/** Returns which share (0 to 1) of the instants lies within the fullest window of `windowMs`. */
function largestShareIn(windowMs: number, instants: number[]): number {
  const counts = instants.map(from => instants.filter(at => at >= from && at < from + windowMs).length)
  return Math.max(0, ...counts) / instants.length
}

/** Expects that the last acknowledged toggles are stored, and that all pages show the stored versions of their groups. */
async function expectLastToggles(answered: Toggle[], databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows: stored } = await client.query<Toggle>(`
    select group_id as "groupId", user_id as "userId", status, version
    from memberships join groups on groups.id = group_id`)
  await client.end()
  const newest = new Map<string, number>()
  for (const { groupId, version } of answered)
    newest.set(groupId, Math.max(version, newest.get(groupId) ?? 0))
  const found = stored.filter(({ userId }) => answered.some(toggle => toggle.userId === userId))
  const inOrder = (toggles: Toggle[]) => toggles.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  expect(inOrder(found)).toEqual(
    inOrder(answered.map(toggle => ({ ...toggle, version: newest.get(toggle.groupId) ?? 0 }))),
  )
  const current = new Map(stored.map(({ groupId, version }) => [groupId, version]))
  const isShown = ({ isUpToDate, versions }: OpenPage) =>
    isUpToDate && [...versions].every(([groupId, version]) => version === current.get(groupId))
  await expect.poll(() => pages.filter(page => !isShown(page)).length, patience).toBe(0)
}

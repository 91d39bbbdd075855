import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, startPostgres } from '../server/testing/postgres.ts'
import { type SeededUser, seed } from '../server/testing/seed.ts'
import { send } from './http-connection.ts'
import { LiveClient } from './live-client.ts'
import { killAtExit, secret, startServer, temporaryFolder } from './processes.ts'
import type { Row } from './result.ts'

const shape = { groups: 50, membersPerGroup: 20 }
const groupsWithoutMessage = 5

type Screen = {
  groupId: string
  version: number
  /** The times at which the living node told the screen to fetch again, in ms since the death of the other node. */
  refetchHintsMs: number[]
  client: LiveClient
}

/**
 * One node has 1,000 connections. Another node is killed while it handles toggles. Then some groups change without a message, as if
 * the killed node had committed these changes just before its death. Measures how long it takes until the clients that missed messages
 * are told to fetch again.
 */
export async function nodeDies(): Promise<Row[]> {
  const folder = temporaryFolder()
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  killAtExit(postgres.pid)
  const at = { databaseUrl: await createDatabase(postgres.url, 'bench'), dataDir: folder.path }
  const users = await seed(at, secret, shape)
  const [node, dying] = [await startServer(at), await startServer(at)]
  const client = new pg.Client(at.databaseUrl)
  await client.connect()
  let killedAt = Number.POSITIVE_INFINITY
  const screens: Screen[] = []
  for (const user of users) screens.push(await openScreen(node.url, user, () => killedAt))

  const toggling = Array.from({ length: 32 }, (_, n) => toggleUntilDead(dying.url, users, n))
  await wait(2_000)
  process.kill(dying.pid, 'SIGKILL')
  killedAt = performance.now()
  await client.query('update groups set version = version + 1 where id in (select id from groups limit $1)', [
    groupsWithoutMessage,
  ])
  await Promise.all(toggling)
  await wait(7_000)

  const { rows } = await client.query<{ id: string; version: number }>('select id, version from groups')
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const hasMissed = ({ groupId, version }: Screen) => version !== versions.get(groupId)
  const missed = screens.filter(hasMissed)
  for (const { client } of screens) client.cut()
  await client.end()
  await node.stop()
  await postgres.stop()
  folder.remove()
  const row = (figure: string, value: number, unit: string, atMost?: number): Row => ({
    scenario: 'a node dies among 1000 connections',
    figure,
    value,
    unit,
    ...(atMost !== undefined && { target: { atMost } }),
  })
  const hintedWithoutNeed = screens.filter(screen => !hasMissed(screen) && screen.refetchHintsMs.length > 0)
  const firstHintsMs = missed.map(({ refetchHintsMs }) => refetchHintsMs[0] ?? Number.POSITIVE_INFINITY)
  return [
    row('screens that missed a message', missed.length, ''),
    row('screens told to fetch again without need', hintedWithoutNeed.length, '', 0),
    row('until the last screen that missed a message was told', Math.max(...firstHintsMs) / 1_000, 's', 5),
  ]
}

async function openScreen(
  url: string,
  { token, groupIds }: SeededUser,
  killedAt: () => number,
): Promise<Screen> {
  const screen = { groupId: groupIds[0] as string, version: 1, refetchHintsMs: [] as number[] } as Screen
  const receivedHello = Promise.withResolvers<void>()
  screen.client = new LiveClient(`${url}/api/live`, token, frame => {
    const [name, , version] = JSON.parse(String(frame))
    if (name === 't' && version === screen.version + 1) screen.version = version
    else if (name !== 't' && name !== 'beat' && performance.now() > killedAt())
      screen.refetchHintsMs.push(performance.now() - killedAt())
    else if (name === 'hello') receivedHello.resolve()
  })
  await receivedHello.promise
  return screen
}

async function toggleUntilDead(url: string, users: SeededUser[], n: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const { userId, token, groupIds } = users[(n + turn * 32) % users.length] as SeededUser
    const status = Math.floor((n + turn * 32) / users.length) % 2 === 0
    try {
      const path = `/api/groups/${groupIds[0]}/members/${userId}/availability`
      await send(url, 'PUT', path, token, JSON.stringify({ status }))
    } catch {
      return
    }
  }
}

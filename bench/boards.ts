import { once } from 'node:events'
import { medianOf } from './figures.ts'
import { startHelper, stop } from './processes.ts'
import type { Row } from './result.ts'
import { type Measured, openSite, type Site } from './site.ts'

const shape = { groups: 250, membersPerGroup: 4 }
const boardsPerGroup = 3
const rounds = 5
const requests = 1_500
const shownBoards = 100

/** The message to `board-screens.ts`. A code is the id and the secret of a board: `{id}.{secret}`. */
export type BoardScreens = { url: string; codes: string[] }

/** Measures conditional requests for boards that have not changed. The same for dashboards is the reference. */
async function unchanged(kind: 'postgres' | 'embedded'): Promise<Row[]> {
  const site = await openSite(shape, { kind, open: shape.groups, requestsPerSecond: 1_000_000 })
  const codes = await addBoards(site)
  const ask = (path: string, tokens?: string[]) =>
    site.run({ do: 'load', path, times: requests, inFlight: 8, conditional: true, tokens })
  await ask('/api/board', codes)
  await ask('/api/dashboard')
  const boards: Measured[] = []
  const dashboards: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    boards.push(await ask('/api/board', codes))
    dashboards.push(await ask('/api/dashboard'))
  }
  await site.end()
  const scenario = kind === 'embedded' ? 'boards, unchanged, embedded' : 'boards, unchanged'
  const beside = { name: 'dashboard', value: medianOf(dashboards, cpuMs) }
  return [
    {
      scenario,
      figure: 'CPU a request, with the database',
      value: medianOf(boards, cpuMs),
      unit: 'ms',
      beside,
    },
    {
      scenario,
      figure: 'CPU a request, with the database',
      value: medianOf(boards, cpuMs),
      unit: 'ms',
      target: { atMost: 0.2 },
    },
    { scenario, figure: 'bytes of the answers', value: medianOf(boards, ({ bytes }) => bytes), unit: 'B' },
  ]
}

/** Measures toggles in rounds that alternate: without and with screens that show 100 boards. */
async function besideToggles(): Promise<Row[]> {
  const site = await openSite(shape)
  const codes = (await addBoards(site)).slice(0, shownBoards)
  const toggle = () => site.run({ do: 'toggle', times: 2_000, inFlight: 4 })
  await toggle()
  const withBoards: Measured[] = []
  const without: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    without.push(await toggle())
    const screens = startHelper<BoardScreens>('board-screens.ts', { url: site.url, codes })
    await once(screens, 'message')
    withBoards.push(await toggle())
    await stop(screens)
  }
  await site.end()
  const figures: [string, (run: Measured) => number][] = [
    ['until the last screen, p50', ({ latencyMs }) => latencyMs.p50],
    ['until the last screen, p99', ({ latencyMs }) => latencyMs.p99],
  ]
  return figures.map(([figure, of]) => ({
    scenario: `toggles beside ${shownBoards} boards`,
    figure,
    value: medianOf(withBoards, of),
    unit: 'ms',
    beside: { name: 'without boards', value: medianOf(without, of) },
  }))
}

export async function boards(): Promise<Row[]> {
  return [...(await unchanged('postgres')), ...(await unchanged('embedded')), ...(await besideToggles())]
}

/** Creates boards in every group, and returns their codes. The creator of a group is its first member. */
async function addBoards({ url, users }: Site): Promise<string[]> {
  const codes: string[] = []
  for (let group = 0; group < shape.groups; group++) {
    const { token, groupIds } = users[group * shape.membersPerGroup] as (typeof users)[0]
    for (let board = 0; board < boardsPerGroup; board++) {
      const response = await fetch(`${url}/api/groups/${groupIds[0]}/boards`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      const { address } = (await response.json()) as { address: string }
      codes.push((address.split('/board/')[1] ?? '').replace('#', '.'))
    }
  }
  return codes
}

function cpuMs({ serverCpu, databaseCpu, times }: Measured): number {
  return ((serverCpu + databaseCpu) / times) * 1e3
}

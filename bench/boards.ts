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

/** A code has the form `{id of the board}.{secret}`. */
export type BoardScreens = { url: string; codes: string[] }

/** Measures conditional requests for unchanged boards. Conditional requests for unchanged dashboards are the reference. */
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
  const reference = { name: 'dashboard', value: medianOf(dashboards, cpuMs) }
  return [
    {
      scenario,
      figure: 'CPU a request, with the database',
      value: medianOf(boards, cpuMs),
      unit: 'ms',
      reference,
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

async function togglesWithBoards(): Promise<Row[]> {
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
    reference: { name: 'without boards', value: medianOf(without, of) },
  }))
}

export async function boards(): Promise<Row[]> {
  return [...(await unchanged('postgres')), ...(await unchanged('embedded')), ...(await togglesWithBoards())]
}

/** Creates boards in every group, and returns their codes. A group's first member is its creator. */
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

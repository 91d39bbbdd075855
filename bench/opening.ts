import { setTimeout as wait } from 'node:timers/promises'
import { medianOf } from './figures.ts'
import type { Row } from './result.ts'
import { openBareSite, openSite } from './site.ts'

const rounds = 6

// The CPU time in ms that Socket.IO 4 needs to open a connection, on two cores of another machine. There,
// `bare-broadcast.ts` needed 0.13 ms.
const peer = { name: 'Socket.IO', value: 0.36 }

export async function openings(): Promise<Row[]> {
  const site = await openSite({ groups: 50, membersPerGroup: 20 }, { open: 0 })
  const bare = await openBareSite([])
  const { users } = site
  await wait(3_000)
  const before = site.residentBytes()
  await site.open(users)
  await wait(3_000)
  const addedMiB = (site.residentBytes() - before) / 1024 / 1024
  const costs: { server: number; database: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await Promise.all([site.run({ do: 'close' }), bare.run({ do: 'close' })])
    await wait(1_000)
    const measured = await site.run({ do: 'open', urls: [site.url], users })
    const bareReport = await bare.run({ do: 'open', urls: [bare.url], users, bare: true })
    costs.push({ server: measured.serverCpu, database: measured.databaseCpu, bare: bareReport.serverCpu })
  }
  await Promise.all([site.end(), bare.end()])
  const scenario = '1000 connections are opened'
  const each = (figure: (cost: (typeof costs)[0]) => number) => (medianOf(costs, figure) / users.length) * 1e3
  const server = each(cost => cost.server)
  return [
    {
      scenario,
      figure: 'server CPU a connection',
      value: server,
      unit: 'ms',
      reference: { name: 'bare ws', value: each(cost => cost.bare) },
      target: { atMost: 2.3 },
    },
    { scenario, figure: 'server CPU a connection', value: server, unit: 'ms', reference: peer },
    { scenario, figure: 'database CPU a connection', value: each(cost => cost.database), unit: 'ms' },
    { scenario, figure: 'memory that they add', value: addedMiB, unit: 'MiB', target: { atMost: 15 } },
  ]
}

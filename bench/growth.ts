import type { SeededUser } from '../server/testing/seed.ts'
import { cpuPerDelivery, medianOf } from './figures.ts'
import type { Row } from './result.ts'
import { type Measured, openBareSite, openSite } from './site.ts'

export async function largerGroups(): Promise<Row[]> {
  const rows: Row[] = []
  let smallest: { delivery: number; toggle: number } | undefined
  for (const membersPerGroup of [10, 100, 500]) {
    const site = await openSite({ groups: 1_000 / membersPerGroup, membersPerGroup })
    const times = 60_000 / membersPerGroup
    await site.run({ do: 'toggle', times: Math.ceil(times / 3), inFlight: 16 })
    const run = await site.run({ do: 'toggle', times, inFlight: 16 })
    await site.end()
    const delivery = cpuPerDelivery(run)
    const toggle = ((run.serverCpu + run.databaseCpu) / run.times) * 1e6
    smallest ??= { delivery, toggle }
    const scenario = `groups of ${membersPerGroup}`
    const growth = membersPerGroup / 10
    rows.push(
      {
        scenario,
        figure: 'server CPU a delivery',
        value: delivery,
        unit: 'µs',
        reference: { name: 'in groups of 10', value: smallest.delivery },
        target: { atMost: 1.5 },
      },
      {
        scenario,
        figure: 'CPU a toggle, database included',
        value: toggle,
        unit: 'µs',
        reference: { name: `in groups of 10, × ${growth}`, value: smallest.toggle * growth },
        target: { atMost: 1.1 },
      },
      lostRow(scenario, run),
    )
  }
  return rows
}

export async function moreConnections(): Promise<Row[]> {
  const few = await openSite({ groups: 1, membersPerGroup: 10 })
  const site = await openSite({ groups: 1_000, membersPerGroup: 10 }, { open: 0 })
  const bare = await openBareSite([])
  const [memory, bareMemory] = [
    await memoryPerConnection(site, site.users),
    await memoryPerConnection(bare, site.users),
  ]
  const among = { few: [] as Measured[], all: [] as Measured[] }
  for (let round = 0; round < 3; round++) {
    among.few.push(await few.run({ do: 'toggle', times: 1_500, inFlight: 1 }))
    among.all.push(await site.run({ do: 'toggle', times: 1_500, inFlight: 1 }))
  }
  await Promise.all([site.end(), few.end(), bare.end()])
  const scenario = `${site.users.length} connections`
  return [
    {
      scenario,
      figure: 'memory a connection',
      value: memory,
      unit: 'KiB',
      reference: { name: 'bare ws', value: bareMemory },
      target: { atMost: 1.2 },
    },
    {
      scenario,
      figure: 'server CPU a delivery',
      value: medianOf(among.all, cpuPerDelivery),
      unit: 'µs',
      reference: { name: 'among 10', value: medianOf(among.few, cpuPerDelivery) },
      target: { atMost: 1.5 },
    },
    lostRow(scenario, ...among.few, ...among.all),
  ]
}

/** In KiB. The first 4,000 connections are not measured, because the process may already have enough free memory for them. */
async function memoryPerConnection(
  { open, residentBytes }: { open(users: SeededUser[]): Promise<unknown>; residentBytes(): number },
  users: SeededUser[],
): Promise<number> {
  const unmeasured = 4_000
  const settledBytes = async () => {
    await new Promise(resolve => setTimeout(resolve, 3_000))
    return residentBytes()
  }
  await open(users.slice(0, unmeasured))
  const before = await settledBytes()
  await open(users.slice(unmeasured))
  return ((await settledBytes()) - before) / (users.length - unmeasured) / 1024
}

function lostRow(scenario: string, ...runs: Measured[]): Row {
  const value = runs.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0)
  return { scenario, figure: 'lost and doubled', value, unit: '', target: { atMost: 0 } }
}

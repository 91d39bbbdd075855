import type { SeededUser } from '../server/testing/seed.ts'
import { cpuPerDelivery, medianOf } from './figures.ts'
import type { Row } from './result.ts'
import { type Measured, openBareSite, openSite } from './site.ts'

/** The cost of a delivery stays the same; the cost of a toggle grows with its recipients. */
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
    const grown = membersPerGroup / 10
    rows.push(
      {
        scenario,
        figure: 'server CPU a delivery',
        value: delivery,
        unit: 'µs',
        beside: { name: 'in groups of 10', value: smallest.delivery },
        target: { atMost: 1.5 },
      },
      {
        scenario,
        figure: 'CPU a toggle, database included',
        value: toggle,
        unit: 'µs',
        beside: { name: `in groups of 10, × ${grown}`, value: smallest.toggle * grown },
        target: { atMost: 1.1 },
      },
      lostIn(scenario, run),
    )
  }
  return rows
}

/** The memory of a connection, and the cost of a delivery among many connections. */
export async function moreConnections(): Promise<Row[]> {
  const few = await openSite({ groups: 1, membersPerGroup: 10 })
  const site = await openSite({ groups: 1_000, membersPerGroup: 10 }, { open: 0 })
  const bare = await openBareSite([])
  const [memory, bareMemory] = [await memoryEach(site, site.people), await memoryEach(bare, site.people)]
  const among = { few: [] as Measured[], all: [] as Measured[] }
  for (let round = 0; round < 3; round++) {
    among.few.push(await few.run({ do: 'toggle', times: 1_500, inFlight: 1 }))
    among.all.push(await site.run({ do: 'toggle', times: 1_500, inFlight: 1 }))
  }
  await Promise.all([site.end(), few.end(), bare.end()])
  const scenario = `${site.people.length} connections`
  return [
    {
      scenario,
      figure: 'memory a connection',
      value: memory,
      unit: 'KiB',
      beside: { name: 'bare ws', value: bareMemory },
      target: { atMost: 1.2 },
    },
    {
      scenario,
      figure: 'server CPU a delivery',
      value: medianOf(among.all, cpuPerDelivery),
      unit: 'µs',
      beside: { name: 'among 10', value: medianOf(among.few, cpuPerDelivery) },
      target: { atMost: 1.5 },
    },
    lostIn(scenario, ...among.few, ...among.all),
  ]
}

/** KiB per connection, measured after the first thousands have filled the memory that is free after a start. */
async function memoryEach(
  { open, residentBytes }: { open(people: SeededUser[]): Promise<unknown>; residentBytes(): number },
  people: SeededUser[],
): Promise<number> {
  const first = 4_000
  const settledBytes = async () => {
    await new Promise(resolve => setTimeout(resolve, 3_000))
    return residentBytes()
  }
  await open(people.slice(0, first))
  const before = await settledBytes()
  await open(people.slice(first))
  return ((await settledBytes()) - before) / (people.length - first) / 1024
}

function lostIn(scenario: string, ...runs: Measured[]): Row {
  const value = runs.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0)
  return { scenario, figure: 'lost and doubled', value, unit: '', target: { atMost: 0 } }
}

import { cpuPerDelivery, latencyP50, latencyP99, medianOf, togglesPerSecond } from './figures.ts'
import type { Row } from './result.ts'
import { type Measured, openSite, type Site } from './site.ts'

const shape = { groups: 50, membersPerGroup: 20 }
const rounds = 3
const loads = [
  { inFlight: 1, times: 300 },
  { inFlight: 32, times: 3_000 },
  { inFlight: 128, times: 5_000 },
]

/** The key is the number of toggles in flight. */
type Runs = Map<number, Measured[]>

export async function severalNodes(): Promise<Row[]> {
  // A proxy sends requests about a group to one node, and live connections to any.
  const one = await openSite(shape, { hasProxy: true })
  const two = await openSite(shape, { nodes: 2, hasProxy: true })
  const sites = [one, two]
  const runs = new Map<Site, Runs>(sites.map(site => [site, new Map()]))
  for (const site of sites) await site.run({ do: 'toggle', times: 2_000, inFlight: 128 })
  for (let round = 0; round < rounds; round++)
    for (const { inFlight, times } of loads)
      for (const site of sites) {
        const run = await site.run({ do: 'toggle', times, inFlight })
        const known = runs.get(site) as Runs
        known.set(inFlight, [...(known.get(inFlight) ?? []), run])
      }
  for (const site of sites) await site.end()
  const runsOf = (site: Site) => runs.get(site) as Runs
  return [...rowsOfTwoNodes('two nodes behind HAProxy', runsOf(two), runsOf(one))]
}

function rowsOfTwoNodes(name: string, runs: Runs, one: Runs): Row[] {
  const rows = loads.flatMap(({ inFlight }) => {
    const compare = comparing(
      `${name}, ${inFlight} in flight`,
      runs,
      { name: 'one node', runs: one },
      inFlight,
    )
    const latency = [
      compare('until the last screen, p50', 'ms', latencyP50),
      compare('until the last screen, p99', 'ms', latencyP99),
    ]
    if (inFlight === 1) return latency
    return [
      compare('toggles a second', '', togglesPerSecond),
      compare('CPU a delivery, both nodes', 'µs', cpuPerDelivery),
      compare('CPU a toggle, with the database', 'µs', cpuPerToggle),
      ...latency,
    ]
  })
  const all = [...runs.values()].flat()
  return [
    ...rows,
    {
      scenario: name,
      figure: 'lost and doubled',
      value: all.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0),
      unit: '',
      target: { atMost: 0 },
    },
  ]
}

function comparing(scenario: string, runs: Runs, reference: { name: string; runs: Runs }, inFlight: number) {
  return (figure: string, unit: string, measure: (run: Measured) => number): Row => ({
    scenario,
    figure,
    value: medianOf(runs.get(inFlight) as Measured[], measure),
    unit,
    reference: { name: reference.name, value: medianOf(reference.runs.get(inFlight) as Measured[], measure) },
  })
}

function cpuPerToggle({ serverCpu, databaseCpu, times }: Measured): number {
  return ((serverCpu + databaseCpu) / times) * 1e6
}

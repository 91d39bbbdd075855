import type { Row } from './result.ts'
import { type Measured, openSite } from './site.ts'

const rounds = 15
const loads = 20

export async function dashboard(): Promise<Row[]> {
  const site = await openSite({ groups: 20 * loads, membersPerGroup: 20, groupsPerUser: 20 }, { open: 0 })
  // The users form sets of 20 with the same groups. Only one user of each set is connected, so each round reads each group once.
  await site.open(site.users.filter((_, at) => at % 20 === 0))
  const load = (times: number, conditional = false) =>
    site.run({ do: 'load', path: '/api/dashboard', times, inFlight: 8, conditional })
  await load(300)
  const changed: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    await site.changeGroups()
    changed.push(await load(loads))
  }
  const first = await load(1_500)
  await load(300, true)
  const again = await load(1_500, true)
  await site.end()
  return [
    {
      scenario: 'dashboard, every group has changed',
      figure: 'CPU a load, database included',
      value: cpuPerLoad(...changed),
      unit: 'ms',
    },
    {
      scenario: 'dashboard, 20 groups of 20',
      figure: 'loads a second',
      value: first.times / first.seconds,
      unit: '',
    },
    {
      scenario: 'dashboard, 20 groups of 20',
      figure: 'p99, 8 at a time',
      value: first.latencyMs.p99,
      unit: 'ms',
    },
    {
      scenario: 'dashboard, 20 groups of 20',
      figure: 'CPU a load, database included',
      value: cpuPerLoad(first),
      unit: 'ms',
      target: { atMost: 2 },
    },
    {
      scenario: 'dashboard, unchanged',
      figure: 'CPU a load, database included',
      value: cpuPerLoad(again),
      unit: 'ms',
      target: { atMost: 0.5 },
    },
    {
      scenario: 'dashboard, unchanged',
      figure: 'bytes of the answers',
      value: again.bytes / again.times,
      unit: 'B',
    },
  ]
}

/** In ms, for the server and the database together. */
function cpuPerLoad(...runs: Measured[]): number {
  const sum = (figure: (run: Measured) => number) => runs.reduce((total, run) => total + figure(run), 0)
  return (sum(({ serverCpu, databaseCpu }) => serverCpu + databaseCpu) / sum(({ times }) => times)) * 1e3
}

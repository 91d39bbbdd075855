import type { Row } from '../result.ts'
import { openSite } from '../site.ts'

/** Measures the CPU time and the memory for each user who connects, loads the dashboard and toggles. */
export async function measurePeople(): Promise<Row[]> {
  const site = await openSite({ groups: 500, membersPerGroup: 20, groupsPerPerson: 2 }, { open: 200 })
  const before = { ...(await site.costs()), memory: site.residentBytes() }
  const people = site.people.slice(200)
  await site.open(people)
  const after = { ...(await site.costs()), memory: site.residentBytes() }
  await site.end()
  const each = (more: number) => more / people.length
  const scenario = 'a connection is opened'
  return [
    { scenario, figure: 'server CPU', value: each(after.server - before.server) * 1e6, unit: 'µs' },
    { scenario, figure: 'database CPU', value: each(after.database - before.database) * 1e6, unit: 'µs' },
    { scenario, figure: 'memory', value: each(after.memory - before.memory) / 1024, unit: 'KiB' },
    ...(await measureSingleToggles()),
    ...(await measureDashboard()),
  ]
}

/**
 * Measures single toggles, because with many nodes a batch rarely contains two toggles. Other load on the machine can only
 * increase the result, so the smallest result is used.
 */
async function measureSingleToggles(): Promise<Row[]> {
  const site = await openSite({ groups: 20, membersPerGroup: 10 })
  const round = () => site.run({ do: 'toggle', times: 400, inFlight: 1 })
  await round()
  const costs: number[] = []
  for (let rounds = 0; rounds < 5; rounds++) {
    const { databaseCpu, times } = await round()
    costs.push((databaseCpu / times) * 1e6)
  }
  await site.end()
  const scenario = 'a toggle alone, groups of 10'
  return [{ scenario, figure: 'database CPU', value: Math.min(...costs), unit: 'µs' }]
}

async function measureDashboard(): Promise<Row[]> {
  const site = await openSite({ groups: 150, membersPerGroup: 20, groupsPerPerson: 3 })
  const load = (conditional: boolean) =>
    site.run({ do: 'load', path: '/api/dashboard', times: 1_500, inFlight: 8, conditional })
  const rows: Row[] = []
  for (const conditional of [false, true]) {
    await load(conditional)
    const { serverCpu, databaseCpu, times } = await load(conditional)
    const scenario = conditional ? 'dashboard of 3 groups, unchanged' : 'dashboard of 3 groups'
    rows.push(
      { scenario, figure: 'server CPU', value: (serverCpu / times) * 1e6, unit: 'µs' },
      { scenario, figure: 'database CPU', value: (databaseCpu / times) * 1e6, unit: 'µs' },
    )
  }
  await site.end()
  return rows
}

/** Measures the write-ahead log of a toggle in groups of different sizes. */
export async function measureLog(): Promise<Row[]> {
  const rows: Row[] = []
  for (const membersPerGroup of [10, 100, 500]) {
    const site = await openSite({ groups: 1_000 / membersPerGroup, membersPerGroup })
    const { walBytes, times } = await site.run({ do: 'wave', inFlight: 32 })
    await site.end()
    const scenario = `everybody becomes available, groups of ${membersPerGroup}`
    rows.push({ scenario, figure: 'write-ahead log a toggle', value: walBytes / times, unit: 'B' })
  }
  return rows
}

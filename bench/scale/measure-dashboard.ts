import type { Row } from '../result.ts'
import { openSite } from '../site.ts'

const connectedUsers = 200
const usersOfGroup = 20
const rounds = 10

export async function measureDashboard(): Promise<Row[]> {
  const shape = { groups: 3 * connectedUsers, membersPerGroup: usersOfGroup, groupsPerUser: 3 }
  const site = await openSite(shape, { open: 0 })
  // The users form sets of 20 with the same groups. Only one user of each set is connected, so each round reads each group once.
  await site.open(site.users.filter((_, at) => at % usersOfGroup === 0))
  const load = (times: number, conditional: boolean) =>
    site.run({ do: 'load', path: '/api/dashboard', times, inFlight: 8, conditional })
  await load(3 * connectedUsers, false)
  const changed = { serverCpu: 0, databaseCpu: 0, times: 0 }
  for (let round = 0; round < rounds; round++) {
    await site.changeGroups()
    const { serverCpu, databaseCpu, times } = await load(connectedUsers, false)
    changed.serverCpu += serverCpu
    changed.databaseCpu += databaseCpu
    changed.times += times
  }
  await load(connectedUsers, true)
  const unchanged = await load(rounds * connectedUsers, true)
  await site.end()
  return [
    ...rowsOf('dashboard, 3 groups have changed', changed),
    ...rowsOf('dashboard of 3 groups, unchanged', unchanged),
  ]
}

function rowsOf(
  scenario: string,
  { serverCpu, databaseCpu, times }: { serverCpu: number; databaseCpu: number; times: number },
): Row[] {
  return [
    { scenario, figure: 'server CPU', value: (serverCpu / times) * 1e6, unit: 'µs' },
    { scenario, figure: 'database CPU', value: (databaseCpu / times) * 1e6, unit: 'µs' },
  ]
}

import { readScreenFingerprints } from '../../server/src/catch-up/screen-fingerprints.ts'
import { openDatabase } from '../../server/src/database/open-database.ts'
import { seed } from '../../server/testing/seed.ts'
import { familyCpuSeconds } from '../process-figures.ts'
import { secret } from '../processes.ts'
import type { Row } from '../result.ts'

const together = 250
const times = 80

/** The cost of comparing the fingerprints of a person's screens. After the death of a node that is done for everybody. */
export async function measureFingerprints(
  at: { databaseUrl: string; dataDir: string },
  pid: number,
): Promise<Row[]> {
  const people = await seed(at, secret, { groups: 150, membersPerGroup: 20, groupsPerPerson: 3 })
  const { database, close } = await openDatabase(at, () => {})
  const services = { database, clock: { now: () => new Date() } }
  const some = people.slice(0, together).map(({ userId }) => userId)
  await readScreenFingerprints(services, some)
  const before = familyCpuSeconds(pid)
  for (let time = 0; time < times; time++) await readScreenFingerprints(services, some)
  const value = ((familyCpuSeconds(pid) - before) / times / together) * 1e6
  await close()
  return [{ scenario: 'people compared, 3 groups each', figure: 'database CPU', value, unit: 'µs' }]
}

import { openDatabase } from '../../server/src/database/open-database.ts'
import { readFollowings } from '../../server/src/group/read-followings.ts'
import { seed } from '../../server/testing/seed.ts'
import { familyCpuSeconds } from '../process-figures.ts'
import { secret } from '../processes.ts'
import type { Row } from '../result.ts'

const usersAtOnce = 250
const times = 80

/** Measures the cost of reading the versions of users and of their groups. After a gap in the bus they are read for all users. */
export async function measureComparing(
  at: { databaseUrl: string; dataDir: string },
  pid: number,
): Promise<Row[]> {
  const people = await seed(at, secret, { groups: 150, membersPerGroup: 20, groupsPerPerson: 3 })
  const { database, close } = await openDatabase(at, () => {})
  const some = people.slice(0, usersAtOnce).map(({ userId }) => userId)
  await readFollowings(database, some)
  const before = familyCpuSeconds(pid)
  for (let time = 0; time < times; time++) await readFollowings(database, some)
  const value = ((familyCpuSeconds(pid) - before) / times / usersAtOnce) * 1e6
  await close()
  return [{ scenario: 'people compared, 3 groups each', figure: 'database CPU', value, unit: 'µs' }]
}

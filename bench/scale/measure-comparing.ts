import { findValidSessions, sessionIdOf } from '../../server/src/account/sessions.ts'
import { systemClock } from '../../server/src/clock.ts'
import type { Database } from '../../server/src/database/database.ts'
import { readFollowings } from '../../server/src/group/read-followings.ts'
import type { SeededUser } from '../../server/testing/seed.ts'
import { familyCpuSeconds } from '../process-figures.ts'
import { secret } from '../processes.ts'
import type { Row } from '../result.ts'

const usersAtOnce = 250
const times = 80

/**
 * After a node has died, each other node reads the sessions and the versions of its connected users, to find the users who missed
 * messages. Measures the CPU time of the database for one user.
 */
export async function measureComparing(database: Database, users: SeededUser[], pid: number): Promise<Row[]> {
  const some = users.slice(0, usersAtOnce)
  const userIds = some.map(({ userId }) => userId)
  const sessions = some.map(({ token }) => sessionIdOf(secret, token))
  const compare = async () => {
    await findValidSessions({ database, clock: systemClock }, sessions)
    await readFollowings(database, userIds)
  }
  await compare()
  const before = familyCpuSeconds(pid)
  for (let time = 0; time < times; time++) await compare()
  const value = ((familyCpuSeconds(pid) - before) / times / some.length) * 1e6
  return [{ scenario: 'a user of 3 groups is compared', figure: 'database CPU', value, unit: 'µs' }]
}

import pg from 'pg'
import { openDatabase } from '../../server/src/database/open-database.ts'
import { createDatabase, startPostgres } from '../../server/testing/postgres.ts'
import { seed } from '../../server/testing/seed.ts'
import { killAtExit, secret } from '../processes.ts'
import type { Row } from '../result.ts'
import { measureComparing } from './measure-comparing.ts'
import { measureNotify } from './measure-notify.ts'
import { measureStatusNotices } from './measure-status-notices.ts'

export async function measureDatabase(groups = 1_500): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  killAtExit(postgres.pid)
  const at = { databaseUrl: await createDatabase(postgres.url, 'scale'), dataDir: '' }
  const users = await seed(at, secret, { groups, membersPerGroup: 20, groupsPerUser: 3 })
  const client = new pg.Client(at.databaseUrl)
  await client.connect()
  // PostgreSQL analyzes tables by itself within a minute. Until then, it plans statements without statistics.
  await client.query('analyze')
  const { database, close } = await openDatabase(at, () => {})
  const rows = [
    ...(await measureComparing(database, users, postgres.pid)),
    ...(await measureStatusNotices(database, client, users)),
    ...(await measureNotify(client, { url: at.databaseUrl, pid: postgres.pid })),
  ]
  await close()
  await client.end()
  await postgres.stop()
  return rows
}

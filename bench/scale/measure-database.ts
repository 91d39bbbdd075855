import pg from 'pg'
import { createDatabase, startPostgres } from '../../server/testing/postgres.ts'
import { killAtExit, temporaryFolder } from '../processes.ts'
import type { Row } from '../result.ts'
import { measureComparing } from './measure-comparing.ts'
import { measureNotify } from './measure-notify.ts'
import { measureRows } from './measure-rows.ts'

export async function measureDatabase(): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  killAtExit(postgres.pid)
  const url = await createDatabase(postgres.url, 'scale')
  const folder = temporaryFolder()
  const outlines = await measureComparing({ databaseUrl: url, dataDir: folder.path }, postgres.pid)
  const client = new pg.Client(url)
  await client.connect()
  const rows = [
    ...outlines,
    ...(await measureRows(client)),
    ...(await measureNotify(client, { url, pid: postgres.pid })),
  ]
  await client.end()
  await postgres.stop()
  folder.remove()
  return rows
}

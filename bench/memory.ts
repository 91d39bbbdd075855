import { setTimeout as wait } from 'node:timers/promises'
import { peakBytes, residentBytes } from './process-figures.ts'
import { startServer, temporaryFolder } from './processes.ts'
import type { Row } from './result.ts'
import { writeRun } from './saved-run.ts'
import { openSite } from './site.ts'

const mebibyte = 2 ** 20
// A server is busy for some seconds after its start.
const idleMs = 20_000

export async function memory(): Promise<Row[]> {
  const rows = [...(await measureOnPostgres()), ...(await measureEmbedded())]
  writeRun('memory', rows)
  return rows
}

async function measureOnPostgres(): Promise<Row[]> {
  const site = await openSite({ groups: 50, membersPerGroup: 20 }, { open: 0 })
  await wait(idleMs)
  const idle = site.residentBytes()
  await site.open(site.users)
  await wait(idleMs)
  const connected = site.residentBytes()
  await site.end()
  const scenario = 'memory, PostgreSQL'
  return [
    rowOf(scenario, 'resident, idle', idle, 130),
    rowOf(scenario, 'resident, 1,000 connections', connected, 145),
  ]
}

async function measureEmbedded(): Promise<Row[]> {
  const folder = temporaryFolder()
  const start = async () => {
    const server = await startServer({ dataDir: folder.path })
    await wait(idleMs)
    const figures = { peak: peakBytes(server.pid), idle: residentBytes(server.pid) }
    await server.stop()
    return figures
  }
  const [first, later] = [await start(), await start()]
  folder.remove()
  const scenario = 'memory, embedded'
  return [
    rowOf(scenario, 'peak of a first start', first.peak, 450),
    rowOf(scenario, 'resident, idle, after a first start', first.idle, 260),
    rowOf(scenario, 'peak of a later start', later.peak, 320),
    rowOf(scenario, 'resident, idle, after a later start', later.idle, 260),
  ]
}

function rowOf(scenario: string, figure: string, bytes: number, atMost: number): Row {
  return { scenario, figure, value: bytes / mebibyte, unit: 'MiB', target: { atMost } }
}

import { cpuSeconds } from './process-figures.ts'
import type { Row } from './result.ts'
import { openSite } from './site.ts'

export async function idleConnections(): Promise<Row[]> {
  const site = await openSite({ groups: 500, membersPerGroup: 20 })
  // Opening the connections leaves garbage. The garbage collection must not be measured.
  await new Promise(resolve => setTimeout(resolve, 10_000))
  const before = cpuSeconds(site.serverPid)
  await new Promise(resolve => setTimeout(resolve, 10_000))
  const cpu = cpuSeconds(site.serverPid) - before
  await site.end()
  return [
    {
      scenario: 'idle, 10000 connections',
      figure: 'server CPU a connection and minute',
      value: (cpu * 6 * 1e6) / site.users.length,
      unit: 'µs',
    },
  ]
}

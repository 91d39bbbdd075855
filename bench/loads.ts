import { once } from 'node:events'
import { latencyP50, latencyP99, medianOf } from './figures.ts'
import { cpuSeconds } from './process-figures.ts'
import { startHelper, stop } from './processes.ts'
import type { Row } from './result.ts'
import type { SignInTask } from './sign-ins.ts'
import { openSite } from './site.ts'

/** Loads the dashboard of somebody in 20 groups of 20, then again without changes. */
export async function dashboard(): Promise<Row[]> {
  const site = await openSite({ groups: 100, membersPerGroup: 20, groupsPerPerson: 20 })
  const load = (conditional: boolean) =>
    site.run({ do: 'load', path: '/api/dashboard', times: 1_500, inFlight: 8, conditional })
  await load(false)
  const first = await load(false)
  await load(true)
  const again = await load(true)
  await site.end()
  const cost = ({ serverCpu, databaseCpu, times }: typeof first) => ((serverCpu + databaseCpu) / times) * 1e3
  return [
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
      value: cost(first),
      unit: 'ms',
    },
    {
      scenario: 'dashboard, unchanged',
      figure: 'CPU a load, database included',
      value: cost(again),
      unit: 'ms',
      beside: { name: 'the first load', value: cost(first) },
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

/** Eight sign-ins at a time beside light toggling. */
export async function signInStorm(): Promise<Row[]> {
  const site = await openSite({ groups: 50, membersPerGroup: 20 })
  const round = () => site.run({ do: 'toggle', times: 600, inFlight: 1 })
  await round()
  const calm = [await round(), await round(), await round()]
  const storm = startHelper<SignInTask>('sign-ins.ts', { url: site.url, people: site.people, inFlight: 8 })
  const stormy = [await round(), await round(), await round()]
  storm.send('count')
  const [signIns] = (await once(storm, 'message')) as [number]
  await stop(storm)
  await site.end()
  const scenario = 'sign-in storm, 8 at a time'
  return [
    {
      scenario,
      figure: 'sign-ins a second',
      value: signIns / stormy.reduce((sum, { seconds }) => sum + seconds, 0),
      unit: '',
    },
    {
      scenario,
      figure: 'a toggle until the last screen, p50',
      value: medianOf(stormy, latencyP50),
      unit: 'ms',
      beside: { name: 'in calm', value: medianOf(calm, latencyP50) },
    },
    {
      scenario,
      figure: 'a toggle until the last screen, p99',
      value: medianOf(stormy, latencyP99),
      unit: 'ms',
      beside: { name: 'in calm', value: medianOf(calm, latencyP99) },
    },
  ]
}

/** Ten thousand idle connections. */
export async function idle(): Promise<Row[]> {
  const site = await openSite({ groups: 500, membersPerGroup: 20 })
  const before = cpuSeconds(site.serverPid)
  await new Promise(resolve => setTimeout(resolve, 10_000))
  const cpu = cpuSeconds(site.serverPid) - before
  await site.end()
  return [
    {
      scenario: 'idle, 10000 connections',
      figure: 'server CPU a connection and minute',
      value: (cpu * 6 * 1e6) / site.people.length,
      unit: 'µs',
    },
  ]
}

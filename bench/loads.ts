import { once } from 'node:events'
import { latencyP50, latencyP99, medianOf } from './figures.ts'
import { cpuSeconds } from './process-figures.ts'
import { startHelper, stop } from './processes.ts'
import type { Row } from './result.ts'
import type { SignInTask } from './sign-ins.ts'
import { openSite } from './site.ts'

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

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuPerDelivery, latencyP50, latencyP99, medianOf } from './figures.ts'
import { startHelper, stop } from './processes.ts'
import type { Row } from './result.ts'
import { openSite } from './site.ts'

const shape = { groups: 25, membersPerGroup: 20 }

export async function rings(): Promise<Row[]> {
  const service = startHelper('push-service.ts', {})
  const [origin] = (await once(service, 'message')) as [string]
  const site = await openSite(shape, { pushServices: origin })
  const round = () => site.run({ do: 'toggle', times: 1_000, inFlight: 4 })
  await round()
  const silent = [await round(), await round(), await round()]
  await site.addDevices(origin)
  const before = await site.costs()
  const rung = [await round(), await round(), await round()]
  const pushes = await countUntilIdle(service)
  const after = await site.costs()
  await site.silence()
  const withDevices = [await round(), await round(), await round()]
  await site.end()
  await stop(service)

  const silentCpu = silent.reduce((sum, { serverCpu }) => sum + serverCpu, 0)
  const scenario = 'rings, 500 devices'
  const silentRounds = { p50: medianOf(silent, latencyP50), p99: medianOf(silent, latencyP99) }
  const latency = (figure: string, value: number, withoutDevices: number) => {
    return {
      scenario,
      figure,
      value,
      unit: 'ms',
      reference: { name: 'without devices', value: withoutDevices },
    }
  }
  return [
    { scenario, figure: 'pushes', value: pushes, unit: '' },
    {
      scenario,
      figure: 'server CPU of 1,000 pushes',
      value: ((after.server - before.server - silentCpu) / pushes) * 1_000,
      unit: 's',
      target: { atMost: 2 },
    },
    {
      scenario,
      figure: 'server CPU a delivery, nothing rings',
      value: medianOf(withDevices, cpuPerDelivery),
      unit: 'µs',
      reference: { name: 'without devices', value: medianOf(silent, cpuPerDelivery) },
      target: { atMost: 1.05 },
    },
    {
      ...latency(
        'until the last screen, p50, nothing rings',
        medianOf(withDevices, latencyP50),
        silentRounds.p50,
      ),
      target: { atMost: 1.1 },
    },
    latency('until the last screen, p50, while devices ring', medianOf(rung, latencyP50), silentRounds.p50),
    latency('until the last screen, p99, while devices ring', medianOf(rung, latencyP99), silentRounds.p99),
  ]
}

/** Waits until no push has arrived for three seconds. Returns the number of pushes so far. */
async function countUntilIdle(service: ChildProcess): Promise<number> {
  for (let count = -1; ; await wait(3_000)) {
    service.send('count')
    const [newer] = (await once(service, 'message')) as [number]
    if (newer === count) return count
    count = newer
  }
}

import type { SeededUser } from '../server/testing/seed.ts'
import { latencyP99, medianOf } from './figures.ts'
import type { FloodTask } from './flooding-client.ts'
import { startHelper, stop } from './processes.ts'
import type { Row } from './result.ts'
import { openSite } from './site.ts'

const shape = { groups: 50, membersPerGroup: 20 }

export async function cutConnections(): Promise<Row[]> {
  const site = await openSite(shape)
  const run = await site.run({ do: 'toggle', times: 8_000, inFlight: 128, cutShare: 0.1 })
  await site.end()
  const scenario = 'a tenth is cut in the flood'
  return [
    {
      scenario,
      figure: 'lost, doubled or out of order',
      value: run.lost + run.doubled,
      unit: '',
      target: { atMost: 0 },
    },
    {
      scenario,
      figure: 'slowest screen to be right again',
      value: run.catchUpMs,
      unit: 'ms',
      target: { atMost: 1_000 },
    },
  ]
}

/** One client of a large, busy group stops reading. The rounds in which every client reads are the reference. */
export async function slowReader(): Promise<Row[]> {
  const site = await openSite({ groups: 2, membersPerGroup: 200 })
  const round = () => site.run({ do: 'toggle', times: 700, inFlight: 64 })
  await round()
  const before = [await round(), await round(), await round()]
  const memory = site.residentBytes()
  await site.run({ do: 'pause' })
  const after = [await round(), await round(), await round()]
  const more = site.residentBytes() - memory
  await site.end()
  const scenario = 'one reader never reads'
  return [
    {
      scenario,
      figure: 'memory it takes, and all else that grew',
      value: Math.max(0, more) / 1024 / 1024,
      unit: 'MiB',
      target: { atMost: 1 },
    },
    {
      scenario,
      figure: 'until the last screen of the others, p99',
      value: medianOf(after, latencyP99),
      unit: 'ms',
      reference: { name: 'without it', value: medianOf(before, latencyP99) },
      target: { atMost: 1.2 },
    },
  ]
}

export async function oneFloods(): Promise<Row[]> {
  const site = await openSite(shape, { open: 0 })
  const [user, ...others] = site.users as [SeededUser, ...SeededUser[]]
  await site.open(others)
  const round = () => site.run({ do: 'toggle', times: 1_500, inFlight: 4 })
  await round()
  const before = [await round(), await round(), await round()]
  const flooder = startHelper<FloodTask>('flooding-client.ts', { url: site.url, user, connections: 32 })
  // The limits on requests allow a burst at first. During this pause, the flooding client uses up its burst.
  await new Promise(resolve => setTimeout(resolve, 3_000))
  const after = [await round(), await round(), await round()]
  await stop(flooder)
  await site.end()
  return [
    {
      scenario: 'one client floods',
      figure: 'until the last screen of the others, p99',
      value: medianOf(after, latencyP99),
      unit: 'ms',
      reference: { name: 'without it', value: medianOf(before, latencyP99) },
      target: { atMost: 2 },
    },
  ]
}

import type { SeededUser } from '../server/testing/seed.ts'
import { latencyP99, medianOf } from './figures.ts'
import type { FloodTask } from './flooder.ts'
import { startAlone, stop } from './processes.ts'
import type { Row } from './result.ts'
import { openSite } from './site.ts'

const shape = { groups: 50, membersPerGroup: 20 }

/** 10 % of the connections are cut in the middle of a flood and come back on their own. */
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

/** One reader in a large, busy group never reads. The rounds without it come first: it cannot be taken back. */
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
      beside: { name: 'without it', value: medianOf(before, latencyP99) },
      target: { atMost: 1.2 },
    },
  ]
}

/** One client floods with toggles, sockets and messages, while the others go about their business. */
export async function oneFloods(): Promise<Row[]> {
  const site = await openSite(shape, { open: 0 })
  const [person, ...others] = site.people as [SeededUser, ...SeededUser[]]
  await site.open(others)
  const round = () => site.run({ do: 'toggle', times: 1_500, inFlight: 4 })
  await round()
  const before = [await round(), await round(), await round()]
  const flooder = startAlone<FloodTask>('flooder.ts', { url: site.url, person, lines: 32 })
  // Its first ten seconds' worth is granted to everybody.
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
      beside: { name: 'without it', value: medianOf(before, latencyP99) },
      target: { atMost: 2 },
    },
  ]
}

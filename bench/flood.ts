import { cpuPerDelivery, latencyP50, latencyP99, median, medianOf, togglesPerSecond } from './figures.ts'
import type { Row } from './result.ts'
import { type Measured, openBareSite, openSite } from './site.ts'

const shape = { groups: 50, membersPerGroup: 20 }
const rounds = 3

// Other software needs this many µs of CPU time for each delivery. Socket.IO 4 (with Express 5 and pg) and LiveQuery of
// Parse Server were measured with 32 toggles in flight on two cores of another machine.
const peers = { 'Socket.IO + Express + pg': 40.8, 'a backend as a service': 970 }

/** The rounds of the server alternate with the rounds of the references, because the speed of the machine may change during the run. */
export async function floodOnPostgres(): Promise<Row[]> {
  const site = await openSite(shape)
  const bare = await openBareSite(site.users)
  const available = await site.run({ do: 'wave', inFlight: 32 })
  await site.run({ do: 'toggle', times: 3_000, inFlight: 128 })
  await bare.run({ do: 'toggle', times: 3_000, inFlight: 128 })
  const floods: Measured[] = []
  const smallFloods: Measured[] = []
  const broadcasts: number[] = []
  const loops: number[] = []
  for (let round = 0; round < rounds; round++) {
    floods.push(await site.run({ do: 'toggle', times: 8_000, inFlight: 128 }))
    const broadcast = await bare.run({ do: 'toggle', times: 8_000, inFlight: 128 })
    broadcasts.push(cpuPerDelivery(broadcast))
    smallFloods.push(await site.run({ do: 'toggle', times: 5_000, inFlight: 32 }))
    loops.push(5_000 / (await site.bareLoop(8, 5_000)).seconds)
  }
  const light = await site.run({ do: 'toggle', times: 600, inFlight: 1 })
  const lightBroadcast = await bare.run({ do: 'toggle', times: 600, inFlight: 1 })
  const commit = await site.bareLoop(1, 600)
  const residentMiB = site.residentBytes() / 1024 / 1024
  await Promise.all([site.end(), bare.end()])

  const ofFloods = (figure: (run: Measured) => number) => medianOf(floods, figure)
  const ofSmallFloods = (figure: (run: Measured) => number) => medianOf(smallFloods, figure)
  const all = [available, ...floods, ...smallFloods, light]
  const flood = 'flood, 128 in flight'
  const perDelivery = ofFloods(cpuPerDelivery)
  const perDeliveryInSmallFloods = ofSmallFloods(cpuPerDelivery)
  const loop = { name: 'bare loop of the driver, 8 connections', value: median(loops) }
  const broadcast = { name: 'bare ws broadcast', value: median(broadcasts) }
  const limit = { name: 'bare broadcast + one commit', value: lightBroadcast.latencyMs.p50 + commit.p50Ms }
  return [
    {
      scenario: 'light',
      figure: 'until the last screen, p50',
      value: light.latencyMs.p50,
      unit: 'ms',
      reference: limit,
      target: { atMost: 1.5 },
    },
    { scenario: 'light', figure: 'until the last screen, p99', value: light.latencyMs.p99, unit: 'ms' },
    {
      scenario: 'light',
      figure: 'database CPU a toggle',
      value: (light.databaseCpu / light.times) * 1e3,
      unit: 'ms',
      target: { atMost: 0.4 },
    },
    {
      scenario: flood,
      figure: 'server CPU a delivery',
      value: perDelivery,
      unit: 'µs',
      reference: broadcast,
      target: { atMost: 0.9 },
    },
    {
      scenario: flood,
      figure: 'toggles a second',
      value: ofFloods(togglesPerSecond),
      unit: '',
      reference: loop,
      target: { atLeast: 3 },
    },
    {
      scenario: flood,
      figure: 'deliveries a second',
      value: ofFloods(run => run.deliveries / run.seconds),
      unit: '',
    },
    {
      scenario: flood,
      figure: 'server CPU a toggle',
      value: ofFloods(run => (run.serverCpu / run.times) * 1e6),
      unit: 'µs',
    },
    {
      scenario: flood,
      figure: 'database CPU a toggle',
      value: ofFloods(run => (run.databaseCpu / run.times) * 1e3),
      unit: 'ms',
      target: { atMost: 0.05 },
    },
    { scenario: flood, figure: 'resident memory of the server', value: residentMiB, unit: 'MiB' },
    {
      scenario: flood,
      figure: 'bytes a delivery',
      value: ofFloods(run => run.bytes / run.deliveries),
      unit: 'B',
      target: { atMost: 60 },
    },
    {
      scenario: flood,
      figure: 'until the last screen, p50',
      value: ofFloods(latencyP50),
      unit: 'ms',
    },
    {
      scenario: flood,
      figure: 'until the last screen, p99',
      value: ofFloods(latencyP99),
      unit: 'ms',
    },
    {
      scenario: 'flood, 32 in flight',
      figure: 'server CPU a delivery',
      value: perDeliveryInSmallFloods,
      unit: 'µs',
      reference: broadcast,
      target: { atMost: 1.2 },
    },
    {
      scenario: 'flood, 32 in flight',
      figure: 'toggles a second',
      value: ofSmallFloods(togglesPerSecond),
      unit: '',
      reference: loop,
      target: { atLeast: 1.8 },
    },
    {
      scenario: 'flood, 32 in flight',
      figure: 'bytes a delivery',
      value: ofSmallFloods(run => run.bytes / run.deliveries),
      unit: 'B',
      target: { atMost: 60 },
    },
    ...Object.entries(peers).map(([name, value], at) => ({
      scenario: 'flood, 32 in flight',
      figure: 'server CPU a delivery',
      value: perDeliveryInSmallFloods,
      unit: 'µs',
      reference: { name, value },
      target: { atMost: at === 0 ? 1 / 4 : 1 / 50 },
    })),
    {
      scenario: 'everybody becomes available',
      figure: 'write-ahead log a toggle',
      value: available.walBytes / available.times / 1024,
      unit: 'KiB',
      target: { atMost: 0.6 },
    },
    {
      scenario: 'all of these',
      figure: 'lost and doubled',
      value: all.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0),
      unit: '',
      target: { atMost: 0 },
    },
  ]
}

export async function floodOnEmbedded(): Promise<Row[]> {
  const site = await openSite(shape, { kind: 'embedded' })
  await site.run({ do: 'toggle', times: 1_500, inFlight: 128 })
  const flood = await site.run({ do: 'toggle', times: 4_000, inFlight: 128 })
  const light = await site.run({ do: 'toggle', times: 200, inFlight: 1 })
  const loop = await site.bareLoop(1, 1_000)
  await site.end()
  const reference = { name: 'its own bare loop', value: 1_000 / loop.seconds }
  const scenario = 'embedded, 128 in flight'
  return [
    {
      scenario,
      figure: 'toggles a second',
      value: togglesPerSecond(flood),
      unit: '',
      reference,
      target: { atLeast: 0.8 },
    },
    { scenario, figure: 'CPU a delivery, database included', value: cpuPerDelivery(flood), unit: 'µs' },
    { scenario, figure: 'until the last screen, p99', value: flood.latencyMs.p99, unit: 'ms' },
    {
      scenario: 'embedded, light',
      figure: 'until the last screen, p50',
      value: light.latencyMs.p50,
      unit: 'ms',
    },
    {
      scenario,
      figure: 'lost and doubled',
      value: flood.lost + flood.doubled + light.lost + light.doubled,
      unit: '',
      target: { atMost: 0 },
    },
  ]
}

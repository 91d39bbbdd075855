import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type CutBus, cutsOfNetworks, cutsOfPostgres } from '#testing/bus-cuts.ts'
import { FaultProxy } from '#testing/fault-proxy.ts'
import { freePort } from '#testing/free-port.ts'
import { Play } from '#testing/model/play.ts'
import { playStories } from '#testing/model/play-stories.ts'
import { acrossNodes } from '#testing/model/story.ts'
import { hasNats, startNats, type TestNats } from '#testing/nats.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'

// RUNS makes it longer, SEED repeats what a failure printed, SHRINK looks for the shortest story that still fails, ALONE says
// that nothing else runs on the machine, so that time can be judged.
const runs = Number(process.env.RUNS ?? 2)
// The same stories each time in the short form; the long form looks for new ones.
const seed = Number(process.env.SEED ?? (process.env.RUNS ? Math.trunc(Math.random() * 2 ** 31) : 954979921))
const settings = { LIMIT_INVITATIONS_PER_DAY: '100000' }

describe.skipIf(inject('postgresUrl') === null)('by PostgreSQL', () => {
  const app = useTestApp(settings)
  playAcrossNodes(app, {
    bus: 'PostgreSQL',
    cutBus: cut => cutsOfPostgres(app.database)(cut),
    settingsOf: () => ({}),
  })
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('by NATS', () => {
  const networks = [new FaultProxy(), new FaultProxy(), new FaultProxy()]
  const urls: string[] = []
  const settingsOf = (node: number) => ({ NATS_URL: urls[node] as string })
  const first: Record<string, string> = { ...settings }
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats()
    for (const network of networks) {
      const port = await freePort()
      await network.span(port, Number(new URL(nats.url).port))
      urls.push(`nats://localhost:${port}`)
    }
    Object.assign(first, settingsOf(0))
  })
  const app = useTestApp(first)
  afterAll(async () => {
    for (const network of networks) await network.remove()
    await nats.stop()
  })

  playAcrossNodes(app, { bus: 'NATS', cutBus: cutsOfNetworks(networks), settingsOf })
})

type Network = { bus: string; cutBus: CutBus; settingsOf(node: number): Record<string, string> }

function playAcrossNodes(app: TestApp, { bus, cutBus, settingsOf }: Network) {
  test('whatever people do at two or three nodes, the product is as its model, and every open tab is right, also after the bus was cut', {
    timeout: 60_000 + runs * 60_000,
  }, async () => {
    const others = [await app.anotherNode(settingsOf(1)), await app.anotherNode(settingsOf(2))]
    const play = new Play(app)
    await play.gather({ nodes: [{ address: app.url, services: app.services }, ...others], cutBus })
    await playStories(play, acrossNodes, { seed, runs })
    const { steps, bursts, messages, gaps, gapsInBursts, cuts, longestMs } = play.tally
    expect(gaps).toBe(0)
    if (process.env.ALONE) expect(longestMs).toBeLessThan(5_000)
    process.stdout.write(
      `${runs} rounds of the model across nodes, by ${bus}: ${steps} steps in ${bursts} bursts, ${messages} live messages heard, ${gapsInBursts} gaps, ${cuts} cuts of the bus, right again within ${Math.round(longestMs)} ms, 0 lost\n`,
    )
  })
}

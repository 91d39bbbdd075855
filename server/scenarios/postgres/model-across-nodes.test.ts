import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type CutBus, cutNatsNetworks, cutPostgresBus } from '#testing/bus-cuts.ts'
import { FaultProxy } from '#testing/fault-proxy.ts'
import { freePort } from '#testing/free-port.ts'
import { runStories } from '#testing/model/run-stories.ts'
import { acrossNodes } from '#testing/model/story.ts'
import { StoryRunner } from '#testing/model/story-runner.ts'
import { hasNats } from '#testing/nats.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'
import { useNats } from '#testing/use-nats.ts'

const runs = Number(process.env.RUNS ?? 2)
// By default, every run has the same stories. With RUNS and without SEED, the stories are random.
const seed = Number(process.env.SEED ?? (process.env.RUNS ? Math.trunc(Math.random() * 2 ** 31) : 954979921))
const settings = { LIMIT_INVITATIONS_PER_DAY: '100000' }

describe.skipIf(inject('postgresUrl') === null)('with PostgreSQL as the bus', () => {
  const app = useTestApp(settings)
  testAcrossNodes(app, {
    bus: 'PostgreSQL',
    cutBus: cut => cutPostgresBus(app.database)(cut),
    settingsOf: () => ({}),
  })
})

describe.skipIf(inject('postgresUrl') === null || !hasNats)('with NATS as the bus', () => {
  const networks = [new FaultProxy(), new FaultProxy(), new FaultProxy()]
  const urls: string[] = []
  const settingsOf = (node: number) => ({ NATS_URL: urls[node] as string })
  const first: Record<string, string> = { ...settings }
  const { env } = useNats()
  beforeAll(async () => {
    for (const network of networks) {
      const port = await freePort()
      await network.listen(port, Number(new URL(env.NATS_URL).port))
      urls.push(`nats://localhost:${port}`)
    }
    Object.assign(first, settingsOf(0))
  })
  const app = useTestApp(first)
  afterAll(async () => {
    for (const network of networks) await network.close()
  })

  testAcrossNodes(app, { bus: 'NATS', cutBus: cutNatsNetworks(networks), settingsOf })
})

type Network = { bus: string; cutBus: CutBus; settingsOf(node: number): Record<string, string> }

function testAcrossNodes(app: TestApp, { bus, cutBus, settingsOf }: Network) {
  test('after random actions of users on two or three nodes, server and tabs match the model, even if the bus was interrupted', {
    timeout: 60_000 + runs * 60_000,
  }, async () => {
    const others = [await app.anotherNode(settingsOf(1)), await app.anotherNode(settingsOf(2))]
    const runner = new StoryRunner(app)
    await runner.signUpEverybody({ nodes: [{ address: app.url, services: app.services }, ...others], cutBus })
    await runStories(runner, acrossNodes, { seed, runs })
    const { steps, bursts, messages, gaps, gapsInBursts, cuts, longestMs } = runner.tally
    expect(gaps).toBe(0)
    // Set ALONE only if no other program uses the machine, because other programs could delay the nodes.
    if (process.env.ALONE) expect(longestMs).toBeLessThan(5_000)
    process.stdout.write(
      `${runs} rounds of the model across nodes, by ${bus}: ${steps} steps in ${bursts} bursts, ${messages} live messages received, ${gapsInBursts} gaps, ${cuts} cuts of the bus, right again within ${Math.round(longestMs)} ms, 0 lost\n`,
    )
  })
}

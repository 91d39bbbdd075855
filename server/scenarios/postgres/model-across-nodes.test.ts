import { expect, inject, test } from 'vitest'
import { cutBusOf } from '#testing/bus-cuts.ts'
import { runStories } from '#testing/model/run-stories.ts'
import { acrossNodes } from '#testing/model/story.ts'
import { StoryRunner } from '#testing/model/story-runner.ts'
import { useTestApp } from '#testing/test-app.ts'

const runs = Number(process.env.RUNS ?? 2)
// By default, every run has the same stories. With RUNS and without SEED, the stories are random.
const seed = Number(process.env.SEED ?? (process.env.RUNS ? Math.trunc(Math.random() * 2 ** 31) : 954979921))
const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' })

test.skipIf(inject('postgresUrl') === null)(
  'after random actions of users on two or three nodes, server and tabs match the model, even if the bus was interrupted',
  { timeout: 60_000 + runs * 60_000 },
  async () => {
    const others = [await app.anotherNode(), await app.anotherNode()]
    const runner = new StoryRunner(app)
    const nodes = [{ address: app.url, services: app.services }, ...others]
    await runner.signUpEverybody({ nodes, cutBus: cutBusOf(app.database) })
    await runStories(runner, acrossNodes, { seed, runs })
    const { steps, bursts, messages, gaps, gapsInBursts, cuts, longestMs } = runner.tally
    expect(gaps).toBe(0)
    // Set ALONE only if no other program uses the machine, because other programs could delay the nodes.
    if (process.env.ALONE) expect(longestMs).toBeLessThan(5_000)
    process.stdout.write(
      `${runs} rounds of the model across nodes: ${steps} steps in ${bursts} bursts, ${messages} live messages received, ${gapsInBursts} gaps, ${cuts} cuts of the bus, right again within ${Math.round(longestMs)} ms, 0 lost\n`,
    )
  },
)

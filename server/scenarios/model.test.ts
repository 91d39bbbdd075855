import { beforeAll, expect, test } from 'vitest'
import { runStories } from '#testing/model/run-stories.ts'
import { onOneNode } from '#testing/model/story.ts'
import { StoryRunner } from '#testing/model/story-runner.ts'
import { useTestApp } from '#testing/test-app.ts'

const runs = Number(process.env.RUNS ?? 8)
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31))

const runner = new StoryRunner(useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' }))

beforeAll(() => runner.signUpEverybody())

test('after random actions of users, in sequence and in parallel, server and tabs match the model', {
  timeout: 60_000 + runs * 30_000,
}, async () => {
  await runStories(runner, onOneNode, { seed, runs })
  const { steps, bursts, messages, gaps, gapsInBursts } = runner.tally
  expect(gaps).toBe(0)
  process.stdout.write(
    `${runs} rounds of the model: ${steps} steps in ${bursts} bursts, ${messages} live messages received, ${gapsInBursts} gaps, 0 lost\n`,
  )
})

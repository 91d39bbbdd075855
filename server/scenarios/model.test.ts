import { beforeAll, expect, test } from 'vitest'
import { Play } from '#testing/model/play.ts'
import { playStories } from '#testing/model/play-stories.ts'
import { onOneNode } from '#testing/model/story.ts'
import { useTestApp } from '#testing/test-app.ts'

// RUNS makes it longer, SEED repeats what a failure printed, SHRINK looks for the shortest story that still fails.
const runs = Number(process.env.RUNS ?? 8)
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31))

const play = new Play(useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' }))

beforeAll(() => play.gather())

test('whatever people do, one after the other or at once, the product is as its model and every open tab is right', {
  timeout: 60_000 + runs * 30_000,
}, async () => {
  await playStories(play, onOneNode, { seed, runs })
  const { steps, bursts, messages, gaps, gapsInBursts } = play.tally
  expect(gaps).toBe(0)
  process.stdout.write(
    `${runs} rounds of the model: ${steps} steps in ${bursts} bursts, ${messages} live messages heard, ${gapsInBursts} gaps, 0 lost\n`,
  )
})

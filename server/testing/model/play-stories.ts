import fc from 'fast-check'
import { tellProgress } from '../progress.ts'
import type { Play } from './play.ts'
import type { Story } from './story.ts'

/** Plays so many stories, the same ones for the same seed. SHRINK looks for the shortest one that still fails. */
export async function playStories(
  play: Play,
  stories: fc.Arbitrary<Story>,
  { seed, runs }: { seed: number; runs: number },
): Promise<void> {
  process.stdout.write(`SEED=${seed} RUNS=${runs}\n`)
  let played = 0
  const property = fc.asyncProperty(stories, async story => {
    await play.run(story)
    tellProgress(++played, runs)
  })
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: process.env.SHRINK === undefined })
}

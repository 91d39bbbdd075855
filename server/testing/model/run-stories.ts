import fc from 'fast-check'
import { reportProgress } from '../progress.ts'
import type { Story } from './story.ts'
import type { StoryRunner } from './story-runner.ts'

/** The same seed creates the same stories. If the environment variable SHRINK is set, a failing story is shortened. */
export async function runStories(
  runner: StoryRunner,
  stories: fc.Arbitrary<Story>,
  { seed, runs }: { seed: number; runs: number },
): Promise<void> {
  process.stdout.write(`SEED=${seed} RUNS=${runs}\n`)
  let done = 0
  const property = fc.asyncProperty(stories, async story => {
    await runner.run(story)
    reportProgress(++done, runs)
  })
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: process.env.SHRINK === undefined })
}

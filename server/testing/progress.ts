/** Must be called after each round. Prints the progress at most ten times, and only if there are at least 40 rounds. */
export function reportProgress(done: number, all: number): void {
  if (all >= 40 && done > 0 && done % Math.ceil(all / 10) === 0) process.stdout.write(`${done} of ${all}\n`)
}

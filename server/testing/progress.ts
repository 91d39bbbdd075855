/** Must be called after each round. Prints the progress up to ten times in a run of at least 40 rounds, else never. */
export function reportProgress(done: number, all: number): void {
  if (all >= 40 && done > 0 && done % Math.ceil(all / 10) === 0) process.stdout.write(`${done} of ${all}\n`)
}

/** Prints the progress ten times in a long run, and never in a short run. */
export function reportProgress(done: number, all: number): void {
  if (all >= 40 && done > 0 && done % Math.ceil(all / 10) === 0) process.stdout.write(`${done} of ${all}\n`)
}

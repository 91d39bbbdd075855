/** Says ten times how far a long form is. The short ones, as `npm test` has them, say nothing. */
export function tellProgress(done: number, all: number): void {
  if (all >= 40 && done > 0 && done % Math.ceil(all / 10) === 0) process.stdout.write(`${done} of ${all}\n`)
}

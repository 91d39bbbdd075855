/** Prints progress ten times in long runs, never in short ones. */
export function reportProgress(done: number, all: number): void {
  if (all >= 40 && done > 0 && done % Math.ceil(all / 10) === 0) process.stdout.write(`${done} of ${all}\n`)
}

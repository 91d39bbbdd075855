/** Whether the run skips slow tests that seldom fail, as `npm test` does. */
export const isQuick = process.env.TEST_SCOPE === 'quick'

/** True in `npm test -- embedded` and in a run of single files. All tests of the server then run on the embedded database, too. */
export const skipsNothing = process.env.TEST_SCOPE === undefined

/** The environment variable ROUNDS overrides both numbers. */
export function roundsOf({ quick, all }: { quick: number; all: number }): number {
  return Number(process.env.ROUNDS ?? (isQuick ? quick : all))
}

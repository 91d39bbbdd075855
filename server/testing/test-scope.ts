/** Whether the run skips slow tests that seldom fail, as `npm test` does. */
export const isQuick = process.env.TEST_SCOPE === 'quick'

/** Whether the server's tests skip nothing, as in `npm test -- embedded` and in a run of single files. */
export const skipsNothing = process.env.TEST_SCOPE === undefined

/** The environment variable ROUNDS overrides both numbers. */
export function roundsOf({ quick, all }: { quick: number; all: number }): number {
  return Number(process.env.ROUNDS ?? (isQuick ? quick : all))
}

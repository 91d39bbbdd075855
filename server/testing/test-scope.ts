/**
 * Whether the run skips slow tests that seldom fail, as `npm test` does. A run of all tests or of a single test file skips
 * nothing.
 */
export const isQuick = process.env.TEST_SCOPE === 'quick'

/** Returns the number of rounds for the kind of run. The variable ROUNDS overrides both numbers. */
export function roundsOf({ quick, all }: { quick: number; all: number }): number {
  return Number(process.env.ROUNDS ?? (isQuick ? quick : all))
}

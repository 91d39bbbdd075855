/** `npm test` skips slow tests that seldom fail. `npm run test:all`, and a test file run by name, skip nothing. */
export const isQuick = process.env.TEST_SCOPE === 'quick'

/** ROUNDS overrides the number. */
export function roundsOf({ quick, all }: { quick: number; all: number }): number {
  return Number(process.env.ROUNDS ?? (isQuick ? quick : all))
}

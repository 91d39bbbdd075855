/** `npm test` leaves out what takes long and seldom fails. `npm run test:all`, and a file run by its name, leave out nothing. */
export const isQuick = process.env.TEST_SCOPE === 'quick'

/** How often a test does the same again: ROUNDS says it, or else the command. */
export function roundsOf({ quick, all }: { quick: number; all: number }): number {
  return Number(process.env.ROUNDS ?? (isQuick ? quick : all))
}

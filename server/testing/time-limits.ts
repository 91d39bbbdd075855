// The time limits of all tests. They hold on a machine that is five times slower, and beside other programs. A test has a longer limit
// only if it says why.

/** The limit of `vi.waitFor`, `vi.waitUntil`, `expect.poll`, and of the functions in `testing/` that wait. */
export const waitMs = 10_000

/** The limit for a program to start, which reads all of its code and creates its database. */
export const startMs = 60_000

/** The limit of a test. */
export const testMs = 60_000

/** The limit of `beforeEach`, `afterAll` etc., which may start several servers. */
export const hookMs = 120_000

/** The limit of a step of a journey, for which the screen, the server and the database share the processors. */
export const stepMs = 30_000

/** The limit of a journey, which has many steps and may start a server first. */
export const journeyMs = 180_000

const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** What a program of ours, started by a test, has of the tests' environment: with `npm start`'s cache it starts sooner. */
export const programEnv: Record<string, string> = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

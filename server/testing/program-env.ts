const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** The environment of a child process. Node's compile cache, which `scripts/prepare.mjs` may have set, makes it start faster. */
export const programEnv: Record<string, string> = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** The environment of a child process. The process starts faster with Node's compile cache, which `scripts/prepare.mjs` may set. */
export const programEnv: Record<string, string> = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

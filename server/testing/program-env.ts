const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** The environment of a child process. With Node's compile cache, if the npm command sets one, the child process starts faster. */
export const programEnv: Record<string, string> = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

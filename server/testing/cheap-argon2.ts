import { createRequire } from 'node:module'

// An `import` of the package would import this file, because vitest.config.ts and serve.ts redirect it. They do not redirect this
// `require`.
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }

/** Hashes at a low cost, to make tests faster. The dummy hash of `passwordMatches` keeps its full cost. */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, String(password) === 'the password of nobody' ? options : { ...options, ...cheap })

export const { verify } = argon2

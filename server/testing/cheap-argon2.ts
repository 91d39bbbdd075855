import { createRequire } from 'node:module'

// In Vitest, an `import` of the package would import this file, because vitest.config.ts redirects such imports. It does not redirect
// a `require`.
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }

/**
 * Hashes at a low cost, to make tests faster. The dummy hash of `passwordMatches` keeps its full cost. With the environment variable
 * REAL_HASHES, all hashes do.
 */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(
    password,
    process.env.REAL_HASHES || String(password) === 'the password of nobody'
      ? options
      : { ...options, ...cheap },
  )

export const { verify } = argon2

import { createRequire } from 'node:module'

// Under Vitest, an `import` of the package would import this file, because of the alias in vitest.config.ts. The alias does not
// affect `require`. The hook in serve.ts, which redirects other imports of the package to this file, excludes this file.
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }

/** Hashes at a low cost, which halves the duration of the tests. The dummy hash of `passwordMatches` keeps its full cost. */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, String(password) === 'the password of nobody' ? options : { ...options, ...cheap })

export const { verify } = argon2

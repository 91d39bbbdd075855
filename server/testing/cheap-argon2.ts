import { createRequire } from 'node:module'

// An import of the package would import this file: vitest.config.ts has an alias for the package, and serve.ts a hook.
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }

/** With this low cost the tests take half the time. The dummy hash for unknown addresses keeps its full cost. */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, String(password) === 'the password of nobody' ? options : { ...options, ...cheap })

export const { verify } = argon2

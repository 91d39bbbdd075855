import { createRequire } from 'node:module'

// Stands in for the package, by an alias of vitest.config.ts: it must be loaded past that alias.
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }

/** Half of what the server's tests compute would be hashes of passwords. The hash that takes a stranger's time takes it here, too. */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, String(password) === 'the password of nobody' ? options : { ...options, ...cheap })

export const { verify } = argon2

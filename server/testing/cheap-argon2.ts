import { createRequire } from 'node:module'

// vitest.config.ts replaces the package by this file. The original must be loaded past that alias.
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }

/** Real hashes would take half of the tests' time. The hash for unknown accounts keeps its full cost. */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, String(password) === 'the password of nobody' ? options : { ...options, ...cheap })

export const { verify } = argon2

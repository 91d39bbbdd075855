import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#problem.ts'

// argon2id, which this library uses unless told otherwise, with OWASP's parameters: 19 MiB, 2 passes, 1 lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const nobodysHash = hash('the password of nobody', parameters)

// Leaves one core free: many sign-ins at once must not delay a toggle.
const hashQueue = pLimit(Math.max(1, availableParallelism() - 1))
// Some seconds of work. Later requests would wait for longer than their users.
const longestQueue = 200

/** The argon2id hash of a password, in PHC form; with a random salt unless one is given. Refuses 'unavailable' while too many wait. */
export async function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return inHashQueue(() => hash(normalized(password), { ...parameters, ...(salt && { salt }) }))
}

/** The salt of a hash in PHC form. */
export function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

/**
 * Whether the password belongs to the hash. Without a hash (no account) it takes as long and returns false. Refuses
 * 'unavailable' while too many wait.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash)
  const matches = await inHashQueue(() => verify(against, normalized(password)))
  return matches && passwordHash !== undefined
}

async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashQueue.pendingCount >= longestQueue)
    throw new Problem('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  return hashQueue(work)
}

// Keyboards write é in two ways, and both must be the same password (RFC 8265).
function normalized(password: string): string {
  return password.normalize('NFC')
}

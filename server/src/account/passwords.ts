import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#problem.ts'

// OWASP's parameters for argon2id, the library's default algorithm: 19 MiB of memory, 2 passes, 1 thread.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const dummyHash = hash('the password of nobody', parameters)

// Hashing leaves one core free, so that many concurrent sign-ins do not delay toggles.
const hashQueue = pLimit(Math.max(1, availableParallelism() - 1))
// This is some seconds of work. A user would not wait longer.
const maxQueueLength = 200

/** Returns the argon2id hash of a password in PHC format. The default salt is random. Refuses 'unavailable' if the queue is full. */
export async function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return inHashQueue(() => hash(normalized(password), { ...parameters, ...(salt && { salt }) }))
}

/** Returns the salt of a hash in PHC format. */
export function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

/**
 * Returns whether the password matches the hash. If there is no hash, it returns false after the same time, so that the response
 * time does not reveal whether the account exists. Refuses 'unavailable' if the queue is full.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash)
  const matches = await inHashQueue(() => verify(against, normalized(password)))
  return matches && passwordHash !== undefined
}

async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashQueue.pendingCount >= maxQueueLength)
    throw new Problem('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  return hashQueue(work)
}

// Keyboards encode é in two ways, and both must be the same password (RFC 8265).
function normalized(password: string): string {
  return password.normalize('NFC')
}

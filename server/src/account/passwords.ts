import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#problem.ts'

// argon2id, which this library uses unless told otherwise, with OWASP's parameters: 19 MiB, 2 passes, 1 lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const nobodysHash = hash('the password of nobody', parameters)

// Hashing has a lane of its own that leaves one core to everybody else: a flood of sign-ins must not hold up a single toggle.
const lane = pLimit(Math.max(1, availableParallelism() - 1))
// Some seconds' worth. Who comes later would wait too long to be still there.
const longestQueue = 200

/** The argon2id hash of a password, in PHC form; with a random salt unless one is given. Refuses 'unavailable' while too many wait. */
export async function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return inLane(() => hash(normalized(password), { ...parameters, ...(salt && { salt }) }))
}

/** The salt of a hash in PHC form. */
export function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

/**
 * Whether the password is the one behind the hash. Without a hash (a stranger) it takes as long and says no. Refuses
 * 'unavailable' while too many wait.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash)
  const matches = await inLane(() => verify(against, normalized(password)))
  return matches && passwordHash !== undefined
}

async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
  if (lane.pendingCount >= longestQueue)
    throw new Problem('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  return lane(work)
}

// Keyboards compose é in two ways: the same password must be the same bytes (RFC 8265).
function normalized(password: string): string {
  return password.normalize('NFC')
}

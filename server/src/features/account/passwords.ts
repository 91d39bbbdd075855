import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#platform/problem.ts'

// OWASP's recommended parameters for argon2id: 19 MiB of memory, 2 passes and 1 thread.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const dummyHash = hash('the password of nobody', parameters)

// With several cores, hashing leaves one core free for other requests.
const hashQueue = pLimit(Math.max(1, availableParallelism() - 1))
// Computing this many hashes takes some seconds. In a longer queue, users would give up before their turn.
const maxQueueLength = 200

/** Returns an argon2id hash in PHC format. Throws the Problem 'unavailable' if the queue is full. */
export async function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return inHashQueue(() => hash(normalized(password), { ...parameters, ...(salt && { salt }) }))
}

export function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

/** Computes a hash even if `passwordHash` is undefined, so that the response time does not reveal whether the account exists. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash)
  const matches = await inHashQueue(() => verify(against, normalized(password)))
  return matches && passwordHash !== undefined
}

async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashQueue.pendingCount >= maxQueueLength)
    throw new Problem('unavailable.busy', {
      retryAfterSeconds: 5,
    })
  return hashQueue(work)
}

// A keyboard may send é as one code point or as two. Both must count as the same password (RFC 8265).
function normalized(password: string): string {
  return password.normalize('NFC')
}

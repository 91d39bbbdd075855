import { hash, verify } from '@node-rs/argon2'

// argon2id, which this library uses unless told otherwise, with OWASP's parameters: 19 MiB, 2 passes, 1 lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const nobodysHash = hash('the password of nobody', parameters)

/** The argon2id hash of a password, in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), parameters)
}

/** Whether the password is the one behind the hash. Without a hash (a stranger) it takes as long and says no. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), normalized(password))
  return matches && passwordHash !== undefined
}

// Keyboards compose é in two ways: the same password must be the same bytes (RFC 8265).
function normalized(password: string): string {
  return password.normalize('NFC')
}

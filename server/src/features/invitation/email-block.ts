import { eq, inArray } from 'drizzle-orm'
import { limitCodeGuesses } from '#features/account/action-codes.ts'
import type { Config } from '#platform/config/config.ts'
import type { Queryable } from '#platform/database/database.ts'
import { emailBlocks } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

const hashBytes = 32

/** Returns the web address of the page on which the owner of `email` can block invitation emails. */
export function blockLink({ appUrl }: Pick<Config, 'appUrl'>, secret: string, email: string): string {
  const hash = hashOf(secret, email)
  const token = Buffer.concat([hash, signatureOf(secret, hash)]).toString('base64url')
  return `${appUrl}/do-not-invite?token=${token}`
}

/** Throws the Problem 'invalid-action-code' if the token is not valid. Calls with invalid tokens are limited for each network. */
export async function blockEmail(services: Services, input: { token: string; ip: string }): Promise<void> {
  const { secret, database, clock } = services
  await limitCodeGuesses(services, input.ip, async () => {
    const token = Buffer.from(input.token, 'base64url')
    const [addressHash, signature] = [token.subarray(0, hashBytes), token.subarray(hashBytes)]
    if (!isSame(signature, signatureOf(secret, addressHash)))
      throw new Problem('invalid-action-code.do-not-invite')
    await database.insert(emailBlocks).values({ addressHash, createdAt: clock.now() }).onConflictDoNothing()
  })
}

export async function setEmailBlock(
  { database, clock, secret }: Services,
  { email, blocked }: { email: string; blocked: boolean },
): Promise<void> {
  const addressHash = hashOf(secret, email)
  if (!blocked) await database.delete(emailBlocks).where(eq(emailBlocks.addressHash, addressHash))
  else
    await database.insert(emailBlocks).values({ addressHash, createdAt: clock.now() }).onConflictDoNothing()
}

export async function emailBlockedAt(
  { database, secret }: { database: Queryable; secret: string },
  email: string,
): Promise<Date | null> {
  const [block] = await database
    .select()
    .from(emailBlocks)
    .where(eq(emailBlocks.addressHash, hashOf(secret, email)))
  return block?.createdAt ?? null
}

export async function withoutEmailBlock<Invitation extends { email: string }>(
  { database, secret }: { database: Queryable; secret: string },
  invitations: Invitation[],
): Promise<Invitation[]> {
  const hashes = invitations.map(({ email }) => hashOf(secret, email))
  const found = await database.select().from(emailBlocks).where(inArray(emailBlocks.addressHash, hashes))
  const blocked = new Set(found.map(({ addressHash }) => addressHash.toString('hex')))
  return invitations.filter((_, index) => !blocked.has(hashes[index]?.toString('hex') ?? ''))
}

function hashOf(secret: string, email: string): Buffer {
  return hashToken(secret, `email block of ${email}`)
}

function signatureOf(secret: string, addressHash: Buffer): Buffer {
  return hashToken(secret, 'email block link ', addressHash)
}

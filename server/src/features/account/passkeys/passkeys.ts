import { maxPasskeys, type Passkey } from '@grouplight/contract/passkey.ts'
import { and, asc, eq } from 'drizzle-orm'
import { inJson } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { passkeys } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'

type Row = typeof passkeys.$inferSelect

export async function listPasskeys(
  { database }: Pick<Services, 'database'>,
  { userId }: { userId: string },
): Promise<Passkey[]> {
  return (await passkeysOf(database, userId)).map(toPasskey)
}

export function passkeysOf(on: Queryable, userId: string): Promise<Row[]> {
  return on
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function renamePasskey(
  { database }: Pick<Services, 'database'>,
  { userId, passkeyId, name }: { userId: string; passkeyId: string; name: string },
): Promise<Passkey> {
  const [renamed] = await database
    .update(passkeys)
    .set({ name })
    .where(ownPasskey({ userId, passkeyId }))
    .returning()
  if (!renamed) throw passkeyNotFound()
  return toPasskey(renamed)
}

export function ownPasskey({ userId, passkeyId }: { userId: string; passkeyId: string }) {
  return and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId))
}

export function toPasskey({ id, name, createdAt, lastUsedOn }: Row): Passkey {
  return inJson({ id, name, createdAt, lastUsedOn })
}

export function passkeyNotFound(): Problem {
  return new Problem('passkey-not-found')
}

/** The refusal is the same for every reason, so that it reveals nothing about an account. */
export function passkeyRefused(): Problem {
  return new Problem('passkey-refused')
}

export function refuseTooMany(count: number): void {
  if (count >= maxPasskeys) throw new Problem('too-many-passkeys', { params: { max: maxPasskeys } })
}

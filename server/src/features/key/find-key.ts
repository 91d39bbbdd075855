import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { dayOf } from '#platform/clock.ts'
import { keys } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'

export type FoundKey = {
  keyId: string
  userId: string
  emailVerified: boolean
  maySwitch: boolean
  mayAsk: boolean
  /** The groups that the key may see. Null means all groups of the user. */
  groupIds: string[] | null
  lastUsedOn: string | null
}

const keyStatement = {
  name: 'key',
  text: `
    select k.id as "keyId", k.user_id as "userId", u.email_verified_at is not null as "emailVerified",
      k.may_switch as "maySwitch", k.may_ask as "mayAsk", k.group_ids as "groupIds", k.last_used_on::text as "lastUsedOn"
    from keys k join users u on u.uid = k.user_id
    where k.token_hash = decode($1, 'hex') and (k.expires_at is null or k.expires_at > $2::timestamptz)
      and u.disabled_at is null`,
}

type With = Pick<Services, 'clock' | 'database'>

/** `hash` is in hexadecimal digits. Returns null if the key is unknown or has expired, or if the account of its user is disabled. */
export async function findKey({ clock, database }: With, hash: string): Promise<FoundKey | null> {
  const [found] = await database.prepared<FoundKey>(keyStatement, [hash, clock.now().toISOString()])
  return found ?? null
}

/** Writes at most once a day, because only the day (UTC) is stored. */
export async function recordKeyUse(
  { clock, database }: With,
  { keyId, lastUsedOn }: FoundKey,
): Promise<void> {
  const today = dayOf(clock.now())
  if (lastUsedOn === today) return
  const isFirstToday = or(isNull(keys.lastUsedOn), ne(keys.lastUsedOn, today))
  await database
    .update(keys)
    .set({ lastUsedOn: today })
    .where(and(eq(keys.id, keyId), isFirstToday))
}

import type { RingingSettings } from '@grouplight/contract/ringing-settings.ts'
import { eq, sql } from 'drizzle-orm'
import { accountDeleted } from '#features/account/find-account.ts'
import { addMs, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { users } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'

type Settings = Pick<
  typeof users.$inferSelect,
  'hidesNames' | 'remindsOfEnds' | 'mailsCalls' | 'quietHours' | 'mutedUntil'
>

type Change = Partial<Omit<Settings, 'mutedUntil'>> & { muteForMinutes?: number | null }

export async function readRingingSettings(
  on: Queryable,
  { userId, now }: { userId: string; now: Date },
): Promise<RingingSettings> {
  const [settings] = await on.select().from(users).where(eq(users.uid, userId))
  return answerOf(settings, now)
}

export function updateRingingSettings(
  services: Services,
  { userId, muteForMinutes, ...change }: Change & { userId: string },
): Promise<RingingSettings> {
  const now = services.clock.now()
  return commit(services, async transaction => {
    const [settings] = await transaction
      .update(users)
      .set({ ...change, mutedUntil: mutedUntilAfter(muteForMinutes, now) })
      .where(eq(users.uid, userId))
      .returning()
    sendTo(transaction, userId, ['ringing.changed'])
    return answerOf(settings, now)
  })
}

/** Null ends muting. The present time is then stored as its end, so pushes queued earlier are still silenced. */
function mutedUntilAfter(muteForMinutes: number | null | undefined, now: Date) {
  if (muteForMinutes === undefined) return sql`muted_until`
  if (muteForMinutes !== null) return addMs(now, muteForMinutes * minuteMs)
  return sql`case when muted_until > ${now.toISOString()} then ${now.toISOString()} else muted_until end`
}

function answerOf(settings: Settings | undefined, now: Date): RingingSettings {
  if (!settings) throw accountDeleted()
  const { mutedUntil, hidesNames, remindsOfEnds, mailsCalls, quietHours } = settings
  const isMuted = mutedUntil !== null && mutedUntil > now
  return {
    hidesNames,
    remindsOfEnds,
    mailsCalls,
    quietHours,
    mutedUntil: isMuted ? mutedUntil.toISOString() : null,
  }
}

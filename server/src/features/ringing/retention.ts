import { lt, or, sql } from 'drizzle-orm'
import { statusNoticeKeptMs } from '#features/notification/retention.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { deleteAfter, removeInChunks } from '#platform/database/remove-in-chunks.ts'
import { devices, users, watches } from '#platform/database/schema.ts'
import { queuePushes } from '#platform/push/queue-pushes.ts'
import type { Services } from '#services.ts'
import { ringPauseMs } from './decide-ringing.ts'
import { isAbandoned } from './devices.ts'

const unseenKeptMs = 60 * dayMs
const warningMs = 5 * dayMs
const warnedAtOnce = 500
// The time of a ring can reveal when somebody became Available, so it is kept only as long as a status notice.
const rungKeptMs = statusNoticeKeptMs
const mutedKeptMs = 1 * dayMs

export async function deleteUnusedDevices({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await removeInChunks(database, devices, or(lt(devices.seenAt, addMs(now, -unseenKeptMs)), isAbandoned(now)))
}

/** Sends a push to devices that will be deleted within 5 days. Opening the page on a device prevents its deletion. */
export async function warnUnusedDevices(services: Services): Promise<void> {
  const now = services.clock.now()
  for (let more = true; more; ) {
    more = await commit(services, async transaction => {
      const warned = await rows<{ id: string }>(transaction)`
        update devices set warned_at = ${now.toISOString()} where id in (
          select d.id from devices d join sessions s on s.token_hash = d.session_hash
          where d.confirmed_at is not null and d.warned_at is null and (
            s.expires_at < ${addMs(now, warningMs).toISOString()}
            or d.seen_at < ${addMs(now, warningMs - unseenKeptMs).toISOString()}
          )
          limit ${warnedAtOnce}
        )
        returning id`
      const ids = warned.map(({ id }) => id)
      if (ids.length > 0)
        await queuePushes(transaction, { devices: sql`id in ${ids}` }, { kind: 'device.unseen' }, now)
      return ids.length === warnedAtOnce
    })
  }
}

export async function deleteOldRingTimes({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await database.execute(
    sql`update devices set rung_at = null where rung_at < ${addMs(now, -rungKeptMs).toISOString()}`,
  )
  await database.execute(sql`
    update ring_cursors set recent = '{}' where recent <> '{}' and not exists (
      select from jsonb_each_text(recent) ring where ring.value::float8 > ${addMs(now, -ringPauseMs).getTime()}
    )`)
}

/** The end of muting is kept for a day: a push that was queued before this end must not ring, and can wait for up to a day. */
export async function deleteOldMutes({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await database
    .update(users)
    .set({ mutedUntil: null })
    .where(lt(users.mutedUntil, addMs(now, -mutedKeptMs)))
}

export const deleteEndedWatches = deleteAfter(watches.endsAt)

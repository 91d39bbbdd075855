import { sql } from 'drizzle-orm'
import { minuteMs } from '#clock.ts'
import { rows } from '#database/database.ts'
import { recountCoverage } from '#group/coverage.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { setDueTimes } from './due-times.ts'
import { type ChangedDetails, publishDetails } from './publish-details.ts'
import { removeAvailabilityNotices } from './remove-availability-notices.ts'
import { requestedEnd } from './requested-end.ts'
import type { Outcomes, ToggleOutcome } from './toggle-outcomes.ts'
import type { Toggle } from './toggle-statement.ts'

type Given = { toggles: Toggle[]; outcomes: Outcomes; now: Date }

type Row = Omit<ChangedDetails, 'version'> & {
  index: number
  /** Null if nothing changed or the change was refused. */
  version: number | null
  isRefused: boolean
  changesSinceMs: number | null
  availabilityNoticeId: number | null
  wasAsked: boolean
}

/**
 * Writes the ends and the notes of toggles that were carried out in this transaction, and answers open questions with yes. An end
 * or a note that a toggle leaves out is removed. There is one exception, for toggles to Available by a member with a usual end.
 * Without `forMinutes` and `until`, they give a new availability the usual end and keep the end of a present availability. If the
 * limit of changes is reached, a toggle that changes only details is refused. Returns the outcomes with the details.
 */
export async function writeDetails(
  transaction: UnitOfWork,
  services: Pick<Services, 'config' | 'clock' | 'availabilityListener'>,
  { toggles, outcomes, now }: Given,
): Promise<Outcomes> {
  const wanted = toggles.flatMap((toggle, index) => {
    const outcome = outcomes[index]
    return outcome && isDone(outcome, toggle) ? [{ index, ...wantedBy(toggle, outcome, now) }] : []
  })
  if (wanted.length === 0) return outcomes
  const at = sql`${now.toISOString()}::timestamptz`
  const found = await rows<Row>(
    transaction,
    sql`
      with wanted as materialized (
        select w.index, w.note, m.group_id, m.user_id, m.status, m.changes_since, m.availability_notice_id, m.last_updated,
          m.asked_at, m.confirmed_at,
          case
            when not w."isUsual" then w.until
            when w."isToggled" then ${at} + m.usual_end * interval '1 minute'
            when m.usual_end is not null then m.available_until
          end as until,
          m.available_until as earlier_until, m.note as earlier_note, w."isToggled" as is_toggled,
          case when abs(extract(epoch from m.changes_since - ${at})) < 60 then m.changes else 0 end as changes
        from json_to_recordset(${JSON.stringify(wanted)}::json) as w (
          index int, "groupId" text, "userId" text, until timestamptz, note text, "isUsual" boolean, "isToggled" boolean
        )
        join memberships m on m.group_id = w."groupId" and m.user_id = w."userId"
      ), change as materialized (
        select *, changes < ${services.config.limits.changesPerMinute} or is_toggled as is_allowed
        from wanted
        where until is distinct from earlier_until or note is distinct from earlier_note or asked_at is not null
      ), written as (
        update memberships m set available_until = c.until, note = c.note, asked_at = null,
          confirmed_at = case when c.asked_at is null then c.confirmed_at else ${at} end,
          changes = c.changes + (not c.is_toggled)::int,
          changes_since = case when c.changes = 0 then ${at} else c.changes_since end
        from change c
        where c.is_allowed and m.group_id = c.group_id and m.user_id = c.user_id
      ), changed_group as (
        update groups set version = version + 1 where id in (select group_id from change where is_allowed)
        returning id, version
      )
      select w.index, w.group_id as "groupId", w.user_id as "userId", g.version, w.note,
        (extract(epoch from w.until) * 1000)::float8 as "untilMs",
        coalesce(not c.is_allowed, false) as "isRefused",
        (extract(epoch from w.changes_since) * 1000)::float8 as "changesSinceMs",
        w.availability_notice_id::float8 as "availabilityNoticeId", w.asked_at is not null as "wasAsked"
      from wanted w
      left join change c on c.index = w.index
      left join changed_group g on g.id = c.group_id and c.is_allowed`,
  )
  const changed = found.flatMap(row => (row.version === null ? [] : [{ ...row, version: row.version }]))
  await setDueTimes(transaction, changed, now)
  publishDetails(transaction, changed, now)
  const confirmed = new Set(changed.filter(({ wasAsked }) => wasAsked).map(({ groupId }) => groupId))
  await recountCoverage(transaction, services, [...confirmed])
  await services.availabilityListener.availabilityChanged(transaction, [...confirmed], now)
  for (const { untilMs } of changed)
    if (untilMs !== null) transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(new Date(untilMs)))
  await removeAvailabilityNotices(transaction, found)
  return withDetails(outcomes, found, now)
}

function isDone(outcome: ToggleOutcome, { userId }: Toggle): boolean {
  const { lastUpdatedMs, retryAfterSeconds, isPutOff } = outcome
  return outcome.userId === userId && lastUpdatedMs !== null && retryAfterSeconds === null && !isPutOff
}

function wantedBy({ groupId, userId, status, details = {} }: Toggle, { changed }: ToggleOutcome, now: Date) {
  const { forMinutes, until, note = null } = details
  const isUsual = status && forMinutes === undefined && until === undefined
  return { groupId, userId, until: requestedEnd(details, now), note, isUsual, isToggled: changed }
}

function withDetails(outcomes: Outcomes, found: Row[], now: Date): Outcomes {
  const completed = [...outcomes]
  for (const { index, version, untilMs, note, isRefused, changesSinceMs } of found) {
    const outcome = completed[index]
    if (!outcome) continue
    completed[index] = {
      ...outcome,
      changed: outcome.changed || version !== null,
      version: version ?? outcome.version,
      untilMs,
      note,
      retryAfterSeconds: isRefused
        ? Math.ceil(((changesSinceMs ?? 0) + minuteMs - now.getTime()) / 1_000)
        : null,
    }
  }
  return completed
}

import type { AvailabilityDetails } from '@grouplight/contract/availability.ts'
import { type SQL, sql } from 'drizzle-orm'
import { coverageAssignments } from '#group/coverage.ts'
import { reserveNoticeIds } from '#notification/notice-ids.ts'

/** A request to set a user's availability in a group. `session` is the hexadecimal hash of the session's token. */
export type Toggle = {
  session: string
  groupId: string
  userId: string
  status: boolean
  details?: AvailabilityDetails | undefined
  /** Set if the user may not become Available at present, because the limit of status notices is reached. */
  refusedForSeconds?: number | undefined
}

export type ToggleRow = {
  /** The position of the toggle in the statement's input. The first position is 1. */
  position: number
  userId: string
  emailVerified: boolean
  needsRenewal: boolean
  changed: boolean
  /** Null unless the toggle made the member Available. */
  noticeId: number | null
  /** Whether a status notice with `noticeId` was stored. */
  isTold: boolean
} & (Before | { [Name in keyof Before]: null })

/** All values are null if the session's user is not the toggle's user, is not verified, or is not a member of the group. */
type Before = {
  status: boolean
  lastUpdatedMs: number
  version: number
  changesSinceMs: number | null
  isPutOff: boolean
}

/**
 * To prevent deadlocks, the statement first locks the sessions by token hash. Then it locks the groups by id, each with its
 * toggled memberships. The lock on a session prevents its toggles from being committed after its sign-out. The lock on a group
 * makes the group's versions and the ids of its notices increase in the order of the commits, whatever $6 is.
 *
 * A toggle to Available stores a status notice only if somebody else is a member. If the member who reads it joins at this moment,
 * it may be missing.
 *
 * A toggle changes no status if the counted changes of the current minute have reached $4. A minute starts with its first change.
 * If `changes_since` is 60 seconds or more in the future, the clock was set back, and the value is ignored.
 *
 * Some toggles need further statements in the same transaction, because they concern a watch, an end, a note, a question or a
 * notice about the member's own availability. Unless $5 is true, the statement only marks these toggles with `is_put_off`.
 *
 * The toggles are one JSON value, because with arrays PostgreSQL would plan the statement again for every call.
 */
export const toggleStatement = {
  name: 'toggle',
  text: `
    with caller as materialized (
      select w.position, w.group_id, w.user_id as wanted_user_id, w.status as wanted_status, w.details, w.refused_for,
        s.user_id, s.expires_at, u.email_verified_at is not null as is_verified, u.display_name
      from (
        select * from rows from (
          json_to_recordset($1::json) as (
            session text, "groupId" text, "userId" text, status boolean, details json, "refusedForSeconds" int
          )
        ) with ordinality as w (session, group_id, user_id, status, details, refused_for, position) order by session
      ) w
      cross join lateral (
        select * from sessions where token_hash = decode(w.session, 'hex') and expires_at > $2::timestamptz for key share
      ) s
      join users u on u.uid = s.user_id and u.disabled_at is null
    ), target as materialized (
      select c.position, c.display_name, c.wanted_status, c.refused_for, g.id as group_id, g.name, g.version, g.notice_count,
        g.last_notice_id, m.notice_count as own_count,
        m.user_id, m.status, m.last_updated, m.changes_since, m.asked_at,
        -- A member who did not create the group is not alone, because the creator is a member, too.
        c.wanted_status and (g.created_by <> m.user_id or exists (
          select from memberships o where o.group_id = g.id and o.user_id <> m.user_id
        )) as is_told,
        least(g.asking_interval, m.asking_interval) as asking_interval,
        not $5::boolean and case
          when c.wanted_status and m.status
            then c.details is not null or m.available_until is not null or m.note is not null or m.asked_at is not null
          when c.wanted_status
            then c.details is not null or g.watched or m.usual_end is not null or m.availability_notice_id is not null
          else m.status and m.availability_notice_id is not null
        end as is_put_off,
        case when abs(extract(epoch from m.changes_since - $2::timestamptz)) < 60 then m.changes else 0 end as changes
      from (select * from caller where is_verified and user_id = wanted_user_id order by group_id) c
      cross join lateral (select * from groups where id = c.group_id for no key update) g
      cross join lateral (
        select * from memberships where group_id = g.id and user_id = c.user_id for no key update
      ) m
    ), change as materialized (
      select *, notice_count + sum(is_told::int) over (partition by group_id order by position) as number,
        case when wanted_status then greatest($6::bigint, last_notice_id) + position end as notice_id
      from target
      where status <> wanted_status and changes < $4::int and not is_put_off and not (wanted_status and refused_for is not null)
    ), changed_membership as (
      update memberships m set status = c.wanted_status, last_updated = $2::timestamptz, changes = c.changes + 1,
        changes_since = case when c.changes = 0 then $2::timestamptz else c.changes_since end,
        own_since_read = m.own_since_read + c.is_told::int, notice_count = m.notice_count + c.is_told::int,
        available_until = null, note = null, asked_at = null, confirmed_at = null,
        due_at = case when c.wanted_status then $2::timestamptz + c.asking_interval * interval '1 minute' end
      from change c
      where m.group_id = c.group_id and m.user_id = c.user_id
    ), changed_group as (
      update groups g set version = g.version + 1, notice_count = c.notice_count,
        last_notice_id = coalesce(c.last_notice_id, g.last_notice_id),
        ${coverageAssignments('(g.covered + c.covering)', '$2::timestamptz')}
      from (
        select group_id, max(number) as notice_count,
          max(notice_id) filter (where is_told) as last_notice_id,
          sum(case when wanted_status then 1 when asked_at is null then -1 else 0 end)::int as covering
        from change group by group_id
      ) c
      where g.id = c.group_id
    ), notice as (
      insert into status_notices (id, created_at, number, own_number, group_id, group_name, user_id, user_name)
      select notice_id, $2::timestamptz, number, own_count + 1, group_id, name, user_id, display_name
      from change where is_told
    )
    select c.position::int, c.user_id as "userId", c.is_verified as "emailVerified",
      c.expires_at < $3::timestamptz as "needsRenewal",
      t.status, (extract(epoch from t.last_updated) * 1000)::float8 as "lastUpdatedMs", t.version,
      (extract(epoch from t.changes_since) * 1000)::float8 as "changesSinceMs", t.is_put_off as "isPutOff",
      change.position is not null as changed, change.notice_id::float8 as "noticeId",
      coalesce(change.is_told, false) as "isTold"
    from caller c
    left join target t on t.position = c.position
    left join change on change.position = c.position`,
}

/** `mostChanges` is how often a member may change the status in a group within a minute. Unless `isInTransaction` is true, some toggles are put off. */
export function toggleValues(
  toggles: Toggle[],
  limits: { now: Date; renewalDueBefore: Date; mostChanges: number; isInTransaction: boolean },
): unknown[] {
  const { now, renewalDueBefore, mostChanges, isInTransaction } = limits
  return [
    JSON.stringify(toggles),
    now.toISOString(),
    renewalDueBefore.toISOString(),
    mostChanges,
    isInTransaction,
    reserveNoticeIds(toggles.length) - 1,
  ]
}

/** Returns the statement with its values. A transaction needs this form, because it cannot use prepared statements. */
export function toggleSql(values: unknown[]): SQL {
  const parts = toggleStatement.text.split(/\$(\d)/)
  return sql.join(parts.map((part, at) => (at % 2 === 1 ? sql`${values[Number(part) - 1]}` : sql.raw(part))))
}

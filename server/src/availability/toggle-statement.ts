import type { AvailabilityDetails } from '@grouplight/contract/availability.ts'
import { type SQL, sql } from 'drizzle-orm'
import { coverageAssignments } from '#group/coverage.ts'

/** A request to set a user's availability in a group. `session` is the hexadecimal hash of the session's token. */
export type Toggle = {
  session: string
  groupId: string
  userId: string
  status: boolean
  /** Absent if the request contains only a status. */
  details?: AvailabilityDetails | undefined
}

export type ToggleRow = {
  /** The position of the toggle in the statement's input. The first position is 1. */
  place: number
  userId: string
  emailVerified: boolean
  needsRenewal: boolean
  changed: boolean
  /** The id of the status notice. Null unless the toggle made the member Available. */
  noticeId: number | null
} & (Before | { [Name in keyof Before]: null })

/** All values are null if the session's user is not the toggle's user, is not verified, or is not a member of the group. */
type Before = {
  status: boolean
  lastUpdatedMs: number
  version: number
  changesSinceMs: number | null
  /** True if the toggle was not carried out, because it needs a transaction. */
  isPutOff: boolean
}

/**
 * The statement takes its locks in a fixed order, which prevents deadlocks: first the sessions by token hash, then the groups by
 * id, each followed by the toggled memberships in it. The lock on a session prevents its toggles from being committed after its
 * sign-out. Because of the lock on a group, the group's versions and the ids of its notices increase in the order of the commits.
 *
 * A toggle changes nothing if the member has already made $4 changes in the current minute. A minute starts with its first
 * change. If its stored start is 60 seconds or more in the future, the clock has been set back, and the statement ignores this
 * start.
 *
 * Some toggles need further statements in a transaction with this one: toggles that may fulfil watches, that set an end or a
 * note, that change the details of a present availability or answer its question, or that remove a notice about the member's own
 * availability. They are carried out only if $5 is true. Every change of a status removes the end, the note and the question of
 * the previous availability.
 *
 * The toggles are one JSON value. With arrays, PostgreSQL would estimate their lengths and plan the statement again for every
 * call.
 */
export const toggleStatement = {
  name: 'toggle',
  text: `
    with caller as materialized (
      select w.place, w.group_id, w.user_id as wanted_user_id, w.status as wanted_status, w.details,
        s.user_id, s.expires_at, u.email_verified_at is not null as is_verified, u.display_name
      from (
        select * from rows from (
          json_to_recordset($1::json) as (session text, "groupId" text, "userId" text, status boolean, details json)
        ) with ordinality as w (session, group_id, user_id, status, details, place) order by session
      ) w
      cross join lateral (
        select * from sessions where token_hash = decode(w.session, 'hex') and expires_at > $2::timestamptz for key share
      ) s
      join users u on u.uid = s.user_id and u.disabled_at is null
    ), target as materialized (
      select c.place, c.display_name, c.wanted_status, g.id as group_id, g.name, g.version, g.notice_count,
        m.user_id, m.status, m.last_updated, m.changes_since, m.asked_at,
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
      select *, notice_count + sum(wanted_status::int) over (partition by group_id order by place) as number,
        case when wanted_status then nextval('notices_id_seq') end as notice_id
      from target
      where status <> wanted_status and changes < $4::int and not is_put_off
    ), changed_membership as (
      update memberships m set status = c.wanted_status, last_updated = $2::timestamptz, changes = c.changes + 1,
        changes_since = case when c.changes = 0 then $2::timestamptz else c.changes_since end,
        own_since_read = m.own_since_read + c.wanted_status::int,
        available_until = null, note = null, asked_at = null, confirmed_at = null,
        due_at = case when c.wanted_status then $2::timestamptz + c.asking_interval * interval '1 minute' end
      from change c
      where m.group_id = c.group_id and m.user_id = c.user_id
    ), changed_group as (
      update groups g set version = g.version + 1, notice_count = c.notice_count,
        last_notice_id = coalesce(c.last_notice_id, g.last_notice_id),
        ${coverageAssignments('(g.covered + c.covering)', '$2::timestamptz')}
      from (
        select group_id, max(number) as notice_count, max(notice_id) as last_notice_id,
          sum(case when wanted_status then 1 when asked_at is null then -1 else 0 end)::int as covering
        from change group by group_id
      ) c
      where g.id = c.group_id
    ), notice as (
      insert into status_notices (id, created_at, number, group_id, group_name, user_id, user_name)
      select notice_id, $2::timestamptz, number, group_id, name, user_id, display_name
      from change where wanted_status
    )
    select c.place::int, c.user_id as "userId", c.is_verified as "emailVerified",
      c.expires_at < $3::timestamptz as "needsRenewal",
      t.status, (extract(epoch from t.last_updated) * 1000)::float8 as "lastUpdatedMs", t.version,
      (extract(epoch from t.changes_since) * 1000)::float8 as "changesSinceMs", t.is_put_off as "isPutOff",
      change.place is not null as changed, change.notice_id::float8 as "noticeId"
    from caller c
    left join target t on t.place = c.place
    left join change on change.place = c.place`,
}

/**
 * Returns the values of the statement's parameters. Sessions that expire before `renewalDueBefore` need a renewal. `mostChanges` is
 * the maximum number of changes of a membership in a minute. `isInTransaction` says whether toggles that need a transaction are
 * carried out.
 */
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
  ]
}

/** Returns the statement with its values, for use in a transaction. It is not a prepared statement. */
export function toggleSql(values: unknown[]): SQL {
  const parts = toggleStatement.text.split(/\$(\d)/)
  return sql.join(parts.map((part, at) => (at % 2 === 1 ? sql`${values[Number(part) - 1]}` : sql.raw(part))))
}

import type { AvailabilityDetails } from '@grouplight/contract/availability.ts'
import { coverageAssignments } from '#features/group/coverage.ts'
import { exactForMs } from '#features/group/read-groups.ts'
import { reserveNoticeIds } from '#features/notification/notice-ids.ts'
import { groupTopic } from '#platform/live/connections.ts'
import type { HubCommand } from '#platform/live/hub-command.ts'
import type { Problem } from '#platform/problem.ts'
import { dueAt } from './due-at.ts'
import { requestedEnd } from './requested-end.ts'

/** A change of a member's status, end or note, or of the question whether the member is still Available. */
export type StatusChange = {
  groupId: string
  userId: string
  status: boolean
  /** An end or a note that is left out is removed. But then a new availability gets the usual end, and a present one keeps it. */
  details?: AvailabilityDetails | undefined
  /** The hexadecimal hash of the token of the session that wants the change. Absent if the server itself makes the change. */
  session?: string | undefined
  /** Set if the member is asked, or answers with yes, and keeps the end and the note. Other changes close an open question, too. */
  question?: 'asked' | 'confirmed'
  /** When the change happened, if this was before now. */
  at?: Date
  /** Set if the change is refused whatever the database contains. `of` tells whether a change of an availability's details is, too. */
  refusal?: { of: 'everything' | 'starts'; problem: Problem } | undefined
}

export type StatusRow = {
  /** The position of the change in the statement's input. The first position is 1. */
  position: number
  /** The user who wants the change. */
  userId: string
  emailVerified: boolean
  needsRenewal: boolean
  /** Whether the status, the end or the note changed, or a question was asked or answered. */
  changed: boolean
  /** Whether the change was refused, because of its `refusal` or of the limit of changes. */
  isRefused: boolean
  /** Whether the change may fulfil a watch, or an open call may have to ask the member. */
  isWatched: boolean
  /** Whether the change was not made, because it must be made in a transaction. */
  needsTransaction: boolean
  /** Null unless the member became Available. */
  noticeId: number | null
  /** The hub command about all changes of the group, at one of them. Null if the bus carries it, or at another change of the group. */
  command: HubCommand | null
  /** Whether a status notice with `noticeId` was stored. */
  isTold: boolean
  /** The id of a notice about the member's own availability, which must now be removed. Null outside a transaction. */
  oldNoticeId: number | null
} & (Membership | { [Name in keyof Membership]: null })

export type ChangedRow = StatusRow & Membership

/** The membership after the statement. All values are null if it does not exist, or the session's user may not change it. */
type Membership = {
  status: boolean
  /** Null if this change set the status. */
  sinceMs: number | null
  untilMs: number | null
  note: string | null
  /** The group's version before the statement. */
  version: number
  /** Null unless the change was refused. */
  changesSinceMs: number | null
}

const now = '$2::timestamptz'
const exactSince = `${now} - interval '${exactForMs} milliseconds'`
// On PostgreSQL, a bus message must be shorter than 8,000 bytes. A batch of changes without details is always shorter.
const mostBytes = 7_000

/** An expression for milliseconds since 1970. */
function ms(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::int8`
}
const isStart = 'wanted_status and not status'

/**
 * Changes the status, the end and the note of members, and closes their questions. Each membership may occur only once.
 *
 * To prevent deadlocks, the statement first locks the sessions by token hash. Then it locks the groups by id, each with its changed
 * memberships. The lock on a session prevents its changes from being committed after its sign-out. The lock on a group makes the
 * group's versions and the ids of its notices increase in the order of the commits, whatever $6 is.
 *
 * A change to Available stores a status notice only if somebody else is a member. If the member who reads it joins at this moment,
 * it may be missing.
 *
 * A member changes nothing if the counted changes of the current minute have reached $4. A minute starts with its first change. If
 * `changes_since` is 60 seconds or more in the future, the clock was set back, and the value is ignored.
 *
 * Some changes need further statements in the same transaction, because they may fulfil a watch, may make an open call ask the member,
 * or must remove a notice. Unless $5 is true, these changes are not made.
 *
 * With a channel as $7, the statement announces its hub commands there. Without one, it returns them. In another order than that of the
 * notices, browsers would fetch the notifications again. Screens fetch the group if the message would be too long, or would show other
 * members an old time exactly, of which they see only the day in their time zone.
 *
 * The changes are one JSON value, because with arrays PostgreSQL would plan the statement again for every call.
 */
function statementOf({ caller, question, at, counted }: Parts): string {
  return `
    with caller as materialized (${caller}
    ), target as materialized (
      select *,
        changes >= $4::int or refuses = 'everything' or refuses = 'starts' and ${isStart} as is_refused,
        watched and (${isStart} or wanted_status and asked_at is not null)
          or ${isStart} and coalesce(uncalled_at >= last_updated, false) as is_watched,
        case when ${question} is distinct from 'confirmed' then availability_notice_id end as old_notice_id,
        case ${question}
          when 'asked' then status and asked_at is null
          when 'confirmed' then status and asked_at is not null
          else status <> wanted_status or wanted_status and (
            asked_at is not null or new_until is distinct from available_until or new_note is distinct from note
          )
        end as is_change
      from (
        select c.position, c.display_name, c.wanted_status, c.refuses, ${question} as question, ${at} as at,
          g.id as group_id, g.name, g.version, g.notice_count, g.last_notice_id, g.watched, g.uncalled_at,
          m.user_id, m.status, m.last_updated, m.changes_since, m.available_until, m.note, m.asked_at, m.confirmed_at,
          m.ends_unanswered, m.notice_count as own_count, m.availability_notice_id,
          -- A member who did not create the group is not alone, because the creator is a member, too.
          c.wanted_status and not m.status and (g.created_by <> m.user_id or exists (
            select from memberships o where o.group_id = g.id and o.user_id <> m.user_id
          )) as is_told,
          least(g.asking_interval, m.asking_interval) as asking_interval,
          case
            when not c.wanted_status then null
            when ${question} is not null then m.available_until
            when c.sets_end then c.wanted_until
            when not m.status then ${now} + m.usual_end * interval '1 minute'
            when m.usual_end is not null then m.available_until
          end as new_until,
          case when not c.wanted_status then null when ${question} is not null then m.note else c.wanted_note end as new_note,
          case
            when m.changes_since > ${now} - interval '1 minute' and m.changes_since < ${now} + interval '1 minute' then m.changes
            else 0
          end as changes
        from (select * from caller where is_verified and user_id = wanted_user_id order by group_id) c
        cross join lateral (select * from groups where id = c.group_id for no key update) g
        cross join lateral (
          select * from memberships where group_id = g.id and user_id = c.user_id for no key update
        ) m
      ) t
    ), change as materialized (
      select position, group_id, name, version, at, user_id, display_name, is_told, own_count, wanted_status, new_until, new_note,
        status, asked_at, ends_unanswered, asking_interval, changes, changes_since, availability_notice_id, old_notice_id,
        notice_count + sum(is_told::int) over (partition by group_id order by position) as number,
        case when ${isStart} then greatest($6::bigint, last_notice_id) + position end as notice_id,
        case when status = wanted_status then last_updated else at end as since,
        case when status <> wanted_status then null when asked_at is null then confirmed_at else ${now} end as new_confirmed_at,
        case when ${question} = 'asked' then ${now} end as new_asked_at
      from target
      where is_change and is_refused is not true and ($5::boolean or not is_watched and old_notice_id is null)
    ), changed_membership as (
      update memberships m set status = c.wanted_status, last_updated = c.since,
        available_until = c.new_until, note = c.new_note, asked_at = c.new_asked_at, confirmed_at = c.new_confirmed_at,
        due_at = ${dueAt({
          columns: {
            status: 'c.wanted_status',
            until: 'c.new_until',
            since: 'c.since',
            confirmedAt: 'c.new_confirmed_at',
            askedAt: 'c.new_asked_at',
            endsUnanswered: 'c.ends_unanswered',
          },
          interval: 'c.asking_interval',
          now,
        })},
        availability_notice_id = case when c.old_notice_id is null then c.availability_notice_id end,
        own_since_read = m.own_since_read + c.is_told::int, notice_count = m.notice_count + c.is_told::int,
        changes = c.changes + ${counted},
        changes_since = case when c.changes > 0 then c.changes_since when ${counted} = 1 then ${now} end
      from change c
      where m.group_id = c.group_id and m.user_id = c.user_id
    ), changed_group as (
      update groups g set version = g.version + 1, notice_count = c.notice_count,
        last_notice_id = coalesce(c.last_notice_id, g.last_notice_id),
        ${coverageAssignments('(g.covered + c.covering)', now)}
      from (
        select group_id, max(number) as notice_count, max(notice_id) filter (where is_told) as last_notice_id,
          sum((wanted_status and new_asked_at is null)::int - (status and asked_at is null)::int)::int as covering
        from change group by group_id
      ) c
      where g.id = c.group_id
    ), notice as (
      insert into status_notices (id, created_at, number, own_number, group_id, group_name, user_id, user_name)
      select notice_id, ${now}, number, own_count + 1, group_id, name, user_id, display_name
      from change where is_told
    ), message as materialized (
      select position, notice_id,
        json_build_array('publish', '${groupTopic('')}' || group_id, case
          when needs_fetch or octet_length(states::text) > ${mostBytes} then json_build_array('group.changed', group_id, version)
          else states
        end) as command
      from (
        select group_id, version, position, notice_id,
          times > 1 or coalesce(at, ${now}) < ${exactSince} or unconfirmed_since < ${exactSince} as needs_fetch,
          case
            when details is null then json_build_array('t', group_id, version, ${ms(`coalesce(at, ${now})`)}, states)
            else json_build_array('t', group_id, version, ${ms(`coalesce(at, ${now})`)}, states, details)
          end as states
        from (
          select group_id, max(version) + 1 as version,
            (array_agg(position order by notice_id desc nulls last))[1] as position, max(notice_id) as notice_id,
            min(at) filter (where has_status) as at, count(distinct at) filter (where has_status) as times,
            min(unconfirmed_since) as unconfirmed_since,
            coalesce(json_object_agg(user_id, coalesce(notice_id, 0)) filter (where has_status), '{}') as states,
            json_object_agg(user_id, json_build_array(
              coalesce(${ms('new_until')}, 0), coalesce(new_note, ''), coalesce(${ms('unconfirmed_since')}, 0)
            )) filter (where not has_status or new_until is not null or new_note is not null) as details
          from (
            select *, status <> wanted_status as has_status,
              case when new_asked_at is not null then greatest(since, new_confirmed_at) end as unconfirmed_since
            from change
          ) changed group by group_id
        ) grouped
      ) grouped
    ), announced as materialized (
      select pg_notify($7::text, json_build_array(command)::text) from (select command from message order by notice_id nulls first) m
      where $7::text is not null
    )
    select c.position::int, c.user_id as "userId", c.is_verified as "emailVerified",
      c.expires_at < $3::timestamptz as "needsRenewal",
      change.position is not null as changed, coalesce(t.is_change and t.is_refused, false) as "isRefused",
      coalesce(t.is_change and t.is_watched, false) as "isWatched",
      case when $5::boolean and t.is_refused is not true and (t.is_change or t.question is null)
        then t.old_notice_id::float8 end as "oldNoticeId",
      coalesce(t.is_change and t.is_refused is not true and change.position is null, false) as "needsTransaction",
      change.notice_id::float8 as "noticeId",
      case when (select count(*) from announced) = 0 then message.command end as command, coalesce(change.is_told, false) as "isTold",
      case when change.position is null then t.status else t.wanted_status end as status,
      case when change.status = change.wanted_status or change.position is null then
        (extract(epoch from t.last_updated) * 1000)::float8 end as "sinceMs",
      (extract(epoch from case when change.position is null then t.available_until else t.new_until end) * 1000)::float8
        as "untilMs",
      case when change.position is null then t.note else t.new_note end as note,
      t.version, case when t.is_refused then (extract(epoch from t.changes_since) * 1000)::float8 end as "changesSinceMs"
    from caller c
    left join target t on t.position = c.position
    left join change on change.position = c.position
    left join message on message.position = c.position`
}

type Parts = Record<'caller' | 'question' | 'at', string> & { counted: 0 | 1 }

const bySession = {
  caller: `
      select w.*, s.user_id, s.expires_at, u.email_verified_at is not null as is_verified, u.display_name
      from (
        select * from rows from (
          json_to_recordset($1::json) as (
            session text, "groupId" text, "userId" text, status boolean, "setsEnd" boolean, until timestamptz, note text, refuses text
          )
        ) with ordinality as w (
          session, group_id, wanted_user_id, wanted_status, sets_end, wanted_until, wanted_note, refuses, position
        ) order by session
      ) w
      cross join lateral (
        select * from sessions where token_hash = decode(w.session, 'hex') and expires_at > ${now} for key share
      ) s
      join users u on u.uid = s.user_id and u.disabled_at is null`,
  question: 'null::text',
  at: now,
  counted: 1,
} as const

// Only sessions make members Available. So no status notice needs a name, and the limit of changes does not matter.
const byServer = {
  caller: `
      select *, wanted_user_id as user_id, ${now} as expires_at, true as is_verified, null as display_name,
        null::boolean as sets_end, null::timestamptz as wanted_until, null as wanted_note, null as refuses
      from rows from (
        json_to_recordset($1::json) as ("groupId" text, "userId" text, status boolean, question text, at timestamptz)
      ) with ordinality as w (group_id, wanted_user_id, wanted_status, question, at, position)`,
  question: 'question',
  at: `coalesce(at, ${now})`,
  counted: 0,
} as const

/** Whether sessions or the server want the changes. The server's changes have no limit and are not counted. */
export const statusStatements = {
  bySession: { name: 'set status by session', text: statementOf(bySession) },
  byServer: { name: 'set status', text: statementOf(byServer) },
}

type Settings = {
  now: Date
  renewalDueBefore: Date
  mostChanges: number
  isInTransaction: boolean
  /** The channel of the bus. Null if the caller tells the commands that the statement returns. */
  channel: string | null
}

/** `mostChanges` is how often a member may change the status in a group within a minute. */
export function statusValues(
  changes: StatusChange[],
  { now, renewalDueBefore, mostChanges, isInTransaction, channel }: Settings,
): unknown[] {
  return [
    JSON.stringify(changes.map(change => inputOf(change, now))),
    now.toISOString(),
    renewalDueBefore.toISOString(),
    mostChanges,
    isInTransaction,
    reserveNoticeIds(changes.length) - 1,
    channel,
  ]
}

function inputOf({ details = {}, refusal, ...change }: StatusChange, now: Date) {
  const { note } = details
  const setsEnd = details.forMinutes !== undefined || details.until !== undefined
  // PostgreSQL does not know every date that was requested, and one unknown date would make the whole batch fail.
  const until = refusal?.of === 'everything' ? 'infinity' : requestedEnd(details, now)
  return { ...change, note: note ?? undefined, ...(setsEnd && { setsEnd, until }), refuses: refusal?.of }
}

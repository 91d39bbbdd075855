import { groupTopic } from '#group/topic.ts'
import type { NotifyTarget } from '#live/bus.ts'

/** A request to set a user's availability in a group. `session` is the hexadecimal hash of the session's token. */
export type Toggle = { session: string; groupId: string; userId: string; status: boolean }

/** The result of a toggle. */
export type ToggleOutcome = {
  /** The session's user. Null if the session does not exist or has ended. */
  userId: string | null
  emailVerified: boolean
  /** Whether the session is old enough to be extended. */
  needsRenewal: boolean
  /** When the availability last changed, in milliseconds since 1970. Null if the session's user may not change this membership. */
  lastUpdatedMs: number | null
  version: number
  changed: boolean
  noticeId: number | null
  /** Seconds until the next change is allowed. Null if this change was allowed. */
  retryAfterSeconds: number | null
}

/** The result of a toggle with a valid session. */
export type IdentifiedOutcome = ToggleOutcome & { userId: string }

/**
 * Carries out many toggles in one statement and one commit. It checks the sessions, changes the memberships and increments the
 * version of each group. For each change to Available it writes a notice, and a notification for every other member.
 *
 * Locks are taken in a fixed order, so that transactions cannot deadlock: first sessions, then groups by id, then memberships. The
 * lock on a session prevents toggles after its sign-out. The lock on a group makes versions grow in the order of the commits.
 *
 * With `notifyTarget`, the statement also sends the live messages to the other nodes, in few notifications of PostgreSQL. They are
 * delivered if and only if the statement is committed.
 *
 * A member who has made too many changes within a minute changes nothing. The number of changes is stored in the membership, which
 * the statement updates anyway.
 *
 * A membership may occur only once in a statement. The notices of a group have consecutive ids, so that messages sent group by
 * group have increasing ids. The statement returns one row for each toggle, in the order of the toggles.
 */
export const toggleStatement = {
  name: 'toggle',
  text: `
    with wanted as materialized (
      select place, decode(session, 'hex') as session, group_id, user_id, status
      from unnest($1::text[], $2::text[], $3::text[], $4::boolean[])
        with ordinality as wanted (session, group_id, user_id, status, place)
    ), caller as materialized (
      select s.token_hash, s.user_id, s.expires_at, u.email_verified_at is not null as is_verified, u.display_name
      from sessions s join users u on u.uid = s.user_id
      where s.token_hash in (select session from wanted) and s.expires_at > $5::timestamptz and u.disabled_at is null
      order by s.token_hash
      for key share of s
    ), granted as materialized (
      select wanted.*, caller.display_name
      from wanted join caller on caller.token_hash = wanted.session and caller.user_id = wanted.user_id and caller.is_verified
    ), locked as materialized (
      select id, name, version from groups where id in (select group_id from granted) order by id for update
    ), target as materialized (
      select granted.place, m.group_id, m.user_id, m.status, m.last_updated, granted.status as wanted_status, granted.display_name,
        -- A start of the minute that is far in the future was stored before the clock was set back. It is ignored.
        case when abs(extract(epoch from m.changes_since - $5::timestamptz)) < 60 then m.changes_since end as counted_since,
        case when abs(extract(epoch from m.changes_since - $5::timestamptz)) < 60 then m.changes else 0 end as changes
      from granted
      join locked on locked.id = granted.group_id
      join memberships m on m.group_id = granted.group_id and m.user_id = granted.user_id
      for update of m
    ), changed as (
      update memberships m set status = target.wanted_status, last_updated = $5::timestamptz,
        changes = target.changes + 1, changes_since = coalesce(target.counted_since, $5::timestamptz)
      from target
      where m.group_id = target.group_id and m.user_id = target.user_id and target.status <> target.wanted_status
        and target.changes < $9::int
      returning m.group_id, m.user_id, m.status, target.display_name
    ), versioned as (
      update groups set version = groups.version + 1
      where id in (select group_id from changed)
      returning id, version
    ), notice as (
      insert into notices (type, action, created_at, related_group_id, related_group_name, related_user_id, related_user_name)
      select 'membership', 'status', $5::timestamptz,
        locked.id, locked.name, changed.user_id, changed.display_name
      from changed join locked on locked.id = changed.group_id
      where changed.status
      order by locked.id
      returning id, related_group_id as group_id, related_user_id as user_id
    ), notified as (
      insert into notifications (user_id, notice_id)
      select o.user_id, notice.id
      from notice join memberships o on o.group_id = notice.group_id and o.user_id <> notice.user_id
    ), command as (
      select coalesce(max(notice.id), 0) as latest, changed.group_id,
        json_build_array('publish', '${groupTopic('')}' || changed.group_id, json_build_array(
          't', changed.group_id, versioned.version, (extract(epoch from $5::timestamptz) * 1000)::int8,
          json_object_agg(changed.user_id, coalesce(notice.id, 0))
        ))::text as text
      from changed
      join versioned on versioned.id = changed.group_id
      left join notice on notice.group_id = changed.group_id and notice.user_id = changed.user_id
      where $7::text is not null
      group by changed.group_id, versioned.version
    ), sent as (
      select pg_notify($8::text, $7 || ' [' || string_agg(text, ',' order by latest, group_id) || ']')
      from (
        -- A notification has less than 8,000 bytes. Commands are grouped by 3,900 characters, and the last one may exceed this.
        select *, sum(length(text) + 1) over (order by latest, group_id) / 3900 as place from command
      ) commands
      group by place::int
    )
    select caller.user_id as "userId",
      coalesce(caller.is_verified, false) as "emailVerified",
      coalesce(caller.expires_at < $6::timestamptz, false) as "needsRenewal",
      (extract(epoch from case when changed.user_id is null then target.last_updated else $5::timestamptz end) * 1000)::float8 as "lastUpdatedMs",
      coalesce(versioned.version, locked.version) as version,
      changed.user_id is not null as changed,
      notice.id::float8 as "noticeId",
      case when target.status <> target.wanted_status and target.changes >= $9::int
        then ceil(extract(epoch from target.counted_since + interval '1 minute' - $5::timestamptz))::int
      end as "retryAfterSeconds"
    from wanted
    left join caller on caller.token_hash = wanted.session
    left join target on target.place = wanted.place
    left join locked on locked.id = target.group_id
    left join changed on changed.group_id = target.group_id and changed.user_id = target.user_id
    left join versioned on versioned.id = target.group_id
    left join notice on notice.group_id = target.group_id and notice.user_id = target.user_id
    where (select count(*) from sent) >= 0
    order by wanted.place`,
}

/**
 * Returns the statement's parameters. Sessions that expire before `renewalDueBefore` need a renewal. `notifyTarget` is null if the
 * statement does not notify other nodes. `mostChanges` is the maximum number of changes of a member in a minute.
 */
export function toggleValues(
  toggles: Toggle[],
  {
    now,
    renewalDueBefore,
    notifyTarget,
    mostChanges,
  }: { now: Date; renewalDueBefore: Date; notifyTarget: NotifyTarget | null; mostChanges: number },
): unknown[] {
  return [
    toggles.map(({ session }) => session),
    toggles.map(({ groupId }) => groupId),
    toggles.map(({ userId }) => userId),
    toggles.map(({ status }) => status),
    now.toISOString(),
    renewalDueBefore.toISOString(),
    notifyTarget?.node ?? null,
    notifyTarget?.channel ?? null,
    mostChanges,
  ]
}

import { groupTopic } from '#group/topic.ts'
import type { NotifyTarget } from '#live/bus.ts'

/** What one person asks for: their availability in a group, on the strength of a session (its hash as hex). */
export type Toggle = { session: string; groupId: string; userId: string; status: boolean }

/** What became of a toggle. */
export type ToggleOutcome = {
  /** Whose session it is; null when it is nobody's (any more). */
  userId: string | null
  emailVerified: boolean
  /** The session has come so far that it is to be prolonged. */
  needsRenewal: boolean
  /** When the availability last changed, in ms since 1970; null when this is no member's own wish, and nothing was changed. */
  sinceMs: number | null
  version: number
  changed: boolean
  noticeId: number | null
  /** When there may be another change; null when there was room for this one. */
  retryAfterSeconds: number | null
}

/** What became of the toggle of somebody who is known. */
export type IdentifiedOutcome = ToggleOutcome & { userId: string }

/**
 * Many toggles in one statement and so in one commit: who asks, the members' rows, one new version for each group, and for
 * each "available" a notice with a narrow row for every other member. Sessions are held first, so that nobody who has signed
 * out can still toggle, then groups in the order of their ids, like everywhere, then members: nobody waits in a circle, and
 * versions follow each other in the order of the commits.
 *
 * With `notifyTarget` the other nodes are told by the commit itself, in few notifications: what they hear of is
 * there, and what is there they hear of.
 *
 * A member who has changed too often in a minute changes nothing. The count stands in the row that the change writes anyway.
 *
 * A member may occur once. The notices of one group follow each other, so that whoever hears of it group by group hears
 * growing numbers. Answers one row for each toggle, in their order.
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
    ), held as materialized (
      select id, name, version from groups where id in (select group_id from granted) order by id for update
    ), target as materialized (
      select granted.place, m.group_id, m.user_id, m.status, m.last_updated, granted.status as wanted_status, granted.display_name,
        -- Of another minute is also what is far ahead: since then the clock was set back.
        case when abs(extract(epoch from m.changes_since - $5::timestamptz)) < 60 then m.changes_since end as counted_since,
        case when abs(extract(epoch from m.changes_since - $5::timestamptz)) < 60 then m.changes else 0 end as changes
      from granted
      join held on held.id = granted.group_id
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
        held.id, held.name, changed.user_id, changed.display_name
      from changed join held on held.id = changed.group_id
      where changed.status
      order by held.id
      returning id, related_group_id as group_id, related_user_id as user_id
    ), told as (
      insert into notifications (user_id, notice_id)
      select o.user_id, notice.id
      from notice join memberships o on o.group_id = notice.group_id and o.user_id <> notice.user_id
    ), act as (
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
    ), said as (
      select pg_notify($8::text, $7 || ' [' || string_agg(text, ',' order by latest, group_id) || ']')
      from (
        -- Together they may be as long as this, and as the longest of them: less than the 8,000 bytes of a notification.
        select *, sum(length(text) + 1) over (order by latest, group_id) / 3900 as place from act
      ) acts
      group by place::int
    )
    select caller.user_id as "userId",
      coalesce(caller.is_verified, false) as "emailVerified",
      coalesce(caller.expires_at < $6::timestamptz, false) as "needsRenewal",
      (extract(epoch from case when changed.user_id is null then target.last_updated else $5::timestamptz end) * 1000)::float8 as "sinceMs",
      coalesce(versioned.version, held.version) as version,
      changed.user_id is not null as changed,
      notice.id::float8 as "noticeId",
      case when target.status <> target.wanted_status and target.changes >= $9::int
        then ceil(extract(epoch from target.counted_since + interval '1 minute' - $5::timestamptz))::int
      end as "retryAfterSeconds"
    from wanted
    left join caller on caller.token_hash = wanted.session
    left join target on target.place = wanted.place
    left join held on held.id = target.group_id
    left join changed on changed.group_id = target.group_id and changed.user_id = target.user_id
    left join versioned on versioned.id = target.group_id
    left join notice on notice.group_id = target.group_id and notice.user_id = target.user_id
    where (select count(*) from said) >= 0
    order by wanted.place`,
}

/**
 * The statement's parameters. Sessions that end before `renewalDueBefore` are to be prolonged; `notifyTarget` is PostgreSQL's
 * channel and this node's name on it, if the others are told there. `mostChanges`: of one member in a minute.
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

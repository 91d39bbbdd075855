import type { Toggle } from '../server/src/features/availability/toggle-batcher.ts'

/** As in earlier versions of the server, a change to Available adds a notification for each other member. */
export const rowForEachMember = {
  name: 'a row for each member',
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
        -- Changes count towards the limit only in the minute after changes_since.
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
        and target.changes < $7::int
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
    )
    select caller.user_id as "userId",
      coalesce(caller.is_verified, false) as "emailVerified",
      coalesce(caller.expires_at < $6::timestamptz, false) as "needsRenewal",
      (extract(epoch from case when changed.user_id is null then target.last_updated else $5::timestamptz end) * 1000)::float8 as "lastUpdatedMs",
      coalesce(versioned.version, locked.version) as version,
      changed.user_id is not null as changed,
      notice.id::float8 as "noticeId",
      case when target.status <> target.wanted_status and target.changes >= $7::int
        then ceil(extract(epoch from target.counted_since + interval '1 minute' - $5::timestamptz))::int
      end as "retryAfterSeconds"
    from wanted
    left join caller on caller.token_hash = wanted.session
    left join target on target.place = wanted.place
    left join locked on locked.id = target.group_id
    left join changed on changed.group_id = target.group_id and changed.user_id = target.user_id
    left join versioned on versioned.id = target.group_id
    left join notice on notice.group_id = target.group_id and notice.user_id = target.user_id
    order by wanted.place`,
}

export function valuesOf(toggle: Toggle): unknown[] {
  const now = new Date().toISOString()
  return [[toggle.session], [toggle.groupId], [toggle.userId], [toggle.status], now, now, 1_000_000]
}

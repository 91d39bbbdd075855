/**
 * Many toggles in one statement and so in one commit: the members' rows, one new version for each group, and for each
 * "available" a notice with a narrow row for every other member. Groups are held in the order of their ids, like everywhere,
 * and before their members, so versions follow each other in the order of the commits and nobody waits in a circle.
 *
 * Takes the group ids, the user ids and the wanted values as arrays, and the instant. A member may occur once in a group.
 * The notices of one group follow each other, so that whoever hears of it group by group hears growing numbers.
 * Answers a row for each toggle whose user is a member of its group: what is true afterwards, and whether that is new.
 */
export const toggleStatement = {
  name: 'toggle',
  text: `
    with wanted as materialized (
      select * from unnest($1::text[], $2::text[], $3::boolean[]) as wanted (group_id, user_id, available)
    ), held as materialized (
      select id, name, version from groups where id in (select group_id from wanted) order by id for update
    ), target as materialized (
      select m.group_id, m.user_id, m.available, m.available_since, wanted.available as wish
      from wanted
      join held on held.id = wanted.group_id
      join memberships m on m.group_id = wanted.group_id and m.user_id = wanted.user_id
      for update of m
    ), changed as (
      update memberships m set available = target.wish, available_since = $4::timestamptz
      from target
      where m.group_id = target.group_id and m.user_id = target.user_id and target.available <> target.wish
      returning m.group_id, m.user_id, m.available
    ), versioned as (
      update groups set version = groups.version + 1
      where id in (select group_id from changed)
      returning id, version
    ), notice as (
      insert into notices (type, action, message, created_at, related_group_id, related_group_name, related_user_id, related_user_name)
      select 'membership', 'status', users.display_name || ' is now available in ' || held.name, $4::timestamptz,
        held.id, held.name, users.id, users.display_name
      from changed join held on held.id = changed.group_id join users on users.id = changed.user_id
      where changed.available
      order by held.id
      returning id, related_group_id as group_id, related_user_id as user_id
    ), told as (
      insert into notifications (user_id, notice_id)
      select o.user_id, notice.id
      from notice join memberships o on o.group_id = notice.group_id and o.user_id <> notice.user_id
    )
    select target.group_id as "groupId", target.user_id as "userId", target.wish as available,
      (extract(epoch from case when changed.user_id is null then target.available_since else $4::timestamptz end) * 1000)::float8 as "sinceMs",
      coalesce(versioned.version, held.version) as version,
      changed.user_id is not null as changed,
      notice.id::float8 as "noticeId"
    from target
    join held on held.id = target.group_id
    left join changed on changed.group_id = target.group_id and changed.user_id = target.user_id
    left join versioned on versioned.id = target.group_id
    left join notice on notice.group_id = target.group_id and notice.user_id = target.user_id`,
}

export type ToggleRow = {
  groupId: string
  userId: string
  available: boolean
  sinceMs: number
  version: number
  changed: boolean
  noticeId: number | null
}

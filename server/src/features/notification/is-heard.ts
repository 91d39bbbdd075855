/** Is true in SQL if the user of the membership `m` hears of the status notice `s`. The statement must use these aliases. */
export const isHeard = `
  s.group_id = m.group_id and s.id > m.notices_after and s.user_id <> m.user_id and (
    m.rings = 'all' or m.rings = 'followed' and s.user_id = any(array(
      select f.member_id from follows f where f.group_id = m.group_id and f.user_id = m.user_id
    ))
  )`

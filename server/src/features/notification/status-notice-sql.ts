/** Is true in SQL if the user of the membership `m` hears of the status notice `s`. The statement must use these aliases. */
export const isHeard = `
  s.group_id = m.group_id and s.id > m.notices_after and s.user_id <> m.user_id and (
    m.rings = 'all' or m.rings = 'followed' and s.user_id = any(array(
      select f.member_id from follows f where f.group_id = m.group_id and f.user_id = m.user_id
    ))
  )`

/**
 * Returns SQL for the number of status notices about the member of the membership `m` whose number is at most `number`. Deleted notices
 * count, too. The statement must use this alias.
 */
export function ownNumberUpTo(number: string): string {
  const ofMember = 'o.group_id = m.group_id and o.user_id = m.user_id'
  return `coalesce(
    (select o.own_number from status_notices o where ${ofMember} and o.number <= ${number} order by o.number desc limit 1),
    (select o.own_number - 1 from status_notices o where ${ofMember} order by o.number limit 1),
    m.notice_count
  )`
}

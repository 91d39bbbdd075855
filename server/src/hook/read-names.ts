import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import type { HookContent } from './hook-content.ts'

/**
 * Returns the names that the content tells, sorted. They are read when the hook is about to send. So a member who is not shown
 * outside any more is not named, even if the content was stored before.
 */
export async function readNames(on: Queryable, content: HookContent): Promise<string[]> {
  if (content.type !== 'group.changed' || !content.shownIds?.length) return []
  const found = await rows<{ name: string }>(
    on,
    sql`
      select u.display_name as name from memberships m join users u on u.uid = m.user_id
      where m.group_id = ${content.group.id} and m.user_id in ${content.shownIds} and m.status and m.shown_outside`,
  )
  return found.map(({ name }) => name).sort((one, other) => one.localeCompare(other))
}

import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import { isConfirmed } from '#database/member-counts.ts'
import { compareNames, shownName } from '#names.ts'
import type { HookContent } from './hook-content.ts'

/** Must be called just before the content is sent, because members may have become Unavailable, may have been asked, or may not be shown outside any more. */
export async function readNames(on: Queryable, content: HookContent): Promise<string[]> {
  if (content.type !== 'group.changed' || !content.shownIds?.length) return []
  const found = await rows<{ name: string }>(
    on,
    sql`
      select ${sql.raw(shownName)} as name from memberships m join users u on u.uid = m.user_id
      where m.group_id = ${content.group.id} and m.user_id in ${content.shownIds} and ${sql.raw(isConfirmed)} and m.shown_outside`,
  )
  return found.map(({ name }) => name).sort(compareNames)
}

import type { Queryable } from '#platform/database/database.ts'
import { notices } from '#platform/database/schema.ts'
import { reserveNoticeIds } from './notice-ids.ts'

type NewNotice = Omit<typeof notices.$inferInsert, 'id'>

/** Stores notices and returns their ids, in the same order. */
export async function insertNotices(on: Queryable, values: NewNotice[]): Promise<number[]> {
  if (values.length === 0) return []
  const first = reserveNoticeIds(values.length)
  const inserted = await on
    .insert(notices)
    .overridingSystemValue()
    .values(values.map((value, at) => ({ ...value, id: first + at })))
    .onConflictDoNothing({ target: notices.id })
    .returning({ id: notices.id })
  const ids = new Set(inserted.map(({ id }) => id))
  // Another node may have reserved the same ids at the same time. Notices without an id get another one.
  const others = await insertNotices(
    on,
    values.filter((_, at) => !ids.has(first + at)),
  )
  return values.map((_, at) => (ids.has(first + at) ? first + at : (others.shift() as number)))
}

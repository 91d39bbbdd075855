import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addMs, dayMs } from '#platform/clock.ts'
import { outbox } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

test('an email is deleted 30 days after it was sent or given up', async () => {
  const now = app.clock.now()
  const [old, recent] = [addMs(now, -31 * dayMs), addMs(now, -29 * dayMs)]
  const store = async (at: { sentAt?: Date; failedAt?: Date }) => {
    const id = newId()
    const email = { id, kind: 'test', toAddress: 'ana@example.org', subject: '', text: '', html: '' }
    await app.database
      .insert(outbox)
      .values({ ...email, createdAt: old, nextAttemptAt: addMs(now, dayMs), ...at })
    return id
  }
  const deleted = [await store({ sentAt: old }), await store({ failedAt: old })]
  const kept = [await store({ sentAt: recent }), await store({ failedAt: recent }), await store({})]
  await app.runMaintenance()
  const stored = await app.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.id, [...deleted, ...kept]))
  expect(stored.map(({ id }) => id).sort()).toEqual(kept.sort())
})

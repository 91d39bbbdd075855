import { z } from 'zod'
import { dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { get } from '#platform/network/get.ts'
import { reasonOf } from '#platform/network/result.ts'
import { storeUpdateLook } from '#platform/site/stored-settings.ts'
import type { Services } from '#services.ts'

const newestSchema = z.object({
  version: z.string().regex(/^\d{1,5}(\.\d{1,5}){1,2}(-[\w.]{1,20})?$/),
  notesUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
})

/** Once a day, if the operator wants it. The request is the same from every site, and says nothing about it. */
export async function lookForUpdates(services: Services): Promise<void> {
  const { site, config, clock, log } = services
  const { updateUrl } = config
  if (!site.current().updateCheck || updateUrl === undefined) return
  // Another node may have looked, or the operator may have switched it off there.
  await site.refresh()
  const now = clock.now()
  const last = site.updateLook
  const isEarly = last !== null && now.getTime() - Date.parse(last.lookedAt) < dayMs
  if (isEarly || !site.current().updateCheck) return
  const found = await get(updateUrl, { owner: 'updates' })
    .then(text => newestSchema.parse(JSON.parse(text)))
    .catch((error: Error) => {
      log.warn({ reason: reasonOf(error) }, 'the server could not look for updates')
      return null
    })
  const lookedAt = now.toISOString()
  await commit(services, transaction =>
    storeUpdateLook(transaction, {
      lookedAt,
      found: found
        ? { at: lookedAt, version: found.version, notesUrl: found.notesUrl ?? null }
        : (last?.found ?? null),
    }),
  )
}

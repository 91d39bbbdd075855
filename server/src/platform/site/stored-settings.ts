import { sql } from 'drizzle-orm'
import type { SiteValues, UpdateLook } from '#platform/config/site-values.ts'
import type { Queryable } from '#platform/database/database.ts'
import { site } from '#platform/database/schema.ts'
import { publishSite, type Telling } from '#platform/live/tell.ts'

export type StoredSite = { settings: Partial<SiteValues>; updateLook: UpdateLook | null }

export async function readStored(on: Queryable): Promise<StoredSite> {
  const { settings, updateLook } = site
  const [found] = await on.select({ settings, updateLook }).from(site)
  return found ?? { settings: {}, updateLook: null }
}

/** Leaves the other settings as they are. Every node reads the settings again after the commit. */
export async function storeSettings(transaction: Telling, changed: Partial<SiteValues>): Promise<void> {
  const patch = sql`${JSON.stringify(changed)}::jsonb`
  await transaction.update(site).set({ settings: sql`${site.settings} || ${patch}` })
  publishSite(transaction)
}

export async function storeUpdateLook(transaction: Telling, updateLook: UpdateLook): Promise<void> {
  await transaction.update(site).set({ updateLook })
  publishSite(transaction)
}

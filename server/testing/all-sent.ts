import { expect, vi } from 'vitest'
import { mailUnmailed } from '#features/call/mail-asked.ts'
import { undecidedGroups } from '#features/ringing/ringer.ts'
import { hookDeliveries, pushes } from '#platform/database/schema.ts'
import type { TestApp } from './test-app.ts'

/**
 * Waits until the ringer has decided about all status changes, the emails about calls are queued, and no push and no delivery to a hook
 * waits any more. What has not arrived then will not arrive.
 */
export async function allSent({ database, services }: TestApp): Promise<void> {
  await vi.waitFor(async () => {
    services.workers.push.wake()
    services.workers.hook.wake()
    // The order counts: a decision stores pushes and deliveries.
    expect(await undecidedGroups(services)).toEqual([])
    await mailUnmailed(services)
    expect([await database.$count(pushes), await database.$count(hookDeliveries)]).toEqual([0, 0])
  })
}

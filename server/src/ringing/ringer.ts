import { onceASecond, type Wakeable } from '#schedule/once-a-second.ts'
import type { Services } from '#services.ts'
import { decideRinging, groupsThatRing } from './decide-ringing.ts'

/** Decides for the groups passed to `wake` which devices and hooks ring. After a crash, `ringUndecided` finds these groups. */
export function createRinger(services: () => Services): Wakeable {
  return onceASecond(
    async groupIds => {
      for (const groupId of await groupsThatRing(services(), groupIds))
        await decideRinging(services(), groupId)
    },
    error => services().log.warn({ error }, 'ringing after a status change failed and will be tried again'),
  )
}

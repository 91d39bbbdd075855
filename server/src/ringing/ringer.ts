import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '#clock.ts'
import type { Ringer } from '#commit/commit.ts'
import type { Services } from '#services.ts'
import { decideRinging, groupsThatRing } from './decide-ringing.ts'

/** Runs at most once a second. The groups passed to `wake` are only in memory. After a crash, `ringUndecided` finds them. */
export function createRinger(services: () => Services): Ringer {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const groupIds = [...waiting]
      waiting.clear()
      try {
        for (const groupId of await groupsThatRing(services(), groupIds))
          await decideRinging(services(), groupId)
      } catch (error) {
        services().log.warn({ error }, 'ringing after a status change failed and will be tried again')
      }
      await wait(secondMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    running = undefined
  }

  return {
    wake(groupId) {
      waiting.add(groupId)
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

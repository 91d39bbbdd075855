import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import type { Database, Transaction } from '#database/database.ts'
import type { ChangeDetector } from '#hook/change-detector.ts'
import { groupOfTopic } from '#live/group-topic.ts'
import type { Hub } from '#live/hub.ts'
import type { Worker } from '#outbox/outbox-worker.ts'
import type { EarliestTime } from '#schedule/earliest-time.ts'
import type { Wakeable } from '#schedule/once-a-second.ts'
import { nextUserVersions } from './user-versions.ts'

export type Effects = Pick<
  Hub,
  'publish' | 'changeOutside' | 'follow' | 'unfollow' | 'dissolve' | 'close'
> & {
  wakeEmailWorker(): void
  wakePushWorker(): void
  wakeHookWorker(): void
  ringGroup(groupId: string): void
  /** For the limit of status notices about this user. */
  countStatusNotice(userId: string): void
  /** Makes the job 'expire' run at this time, even if its next run is planned for later. */
  actAt(time: Date): void
}

export type UnitOfWork = Transaction & Effects & { sendTo(userId: string, message: LiveMessage): void }

/** Declared here, because the folder `commit` must not import the ringing module. */
export type Ringer = Wakeable

type Targets = {
  database: Pick<Database, 'transaction'>
  hub: Hub
  workers: Record<'email' | 'push' | 'hook', Pick<Worker, 'wake'>>
  changeDetector: Pick<ChangeDetector, 'wake'>
  ringer: Ringer
  expiryTimes: EarliestTime
  statusNoticeCounter: { count(userId: string): void }
  log: Logger
}

/** Runs `work` in a transaction. After the commit, carries out its effects in order, and then sends the messages of `sendTo`. */
export function commit<Result>(
  services: Targets,
  work: (transaction: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return commitStatement(services, (effects, record) =>
    services.database.transaction(async transaction => {
      const sent: [userId: string, message: LiveMessage][] = []
      const sendTo = (...message: (typeof sent)[number]) => void sent.push(message)
      const result = await work(Object.assign(transaction, effects, { sendTo }))
      const messages = messagesByUser(Object.freeze(sent))
      for (const [userId, version] of await nextUserVersions(transaction, [...messages.keys()]))
        record(() => services.hub.sendTo(userId, version, messages.get(userId) ?? []))
      return result
    }),
  )
}

type RecordEffect = (effect: () => void) => void

/** Runs `work`, whose promise must resolve only after its commit. Then carries out the effects in the order of recording. */
export async function commitStatement<Result>(
  services: Omit<Targets, 'database'>,
  work: (effects: Effects, record: RecordEffect) => Promise<Result>,
): Promise<Result> {
  const recorded: (() => void)[] = []
  const record: RecordEffect = effect => void recorded.push(effect)
  const result = await work(recordingEffects(services, record), record)
  // The change has been committed, so an effect that fails must not fail the request.
  for (const carryOut of Object.freeze(recorded)) {
    try {
      carryOut()
    } catch (error) {
      services.log.error({ error }, 'an effect of a committed change failed')
    }
  }
  return result
}

// If hooks tell a change, it publishes a message on the topic of the group or makes a user follow this topic. So both effects
// wake the change detector.
function recordingEffects(services: Omit<Targets, 'database'>, record: RecordEffect): Effects {
  const { hub, workers, changeDetector, ringer, expiryTimes, statusNoticeCounter } = services
  const once = (effect: () => void) => {
    let isRecorded = false
    return () => {
      if (!isRecorded) record(effect)
      isRecorded = true
    }
  }
  return {
    publish: (...args) => {
      record(() => hub.publish(...args))
      record(() => changeDetector.wake(groupOfTopic(args[0])))
    },
    changeOutside: topic => {
      record(() => hub.changeOutside(topic))
      record(() => changeDetector.wake(groupOfTopic(topic)))
    },
    follow: (...args) => {
      record(() => hub.follow(...args))
      record(() => changeDetector.wake(groupOfTopic(args[1])))
    },
    unfollow: (...args) => record(() => hub.unfollow(...args)),
    dissolve: (...args) => record(() => hub.dissolve(...args)),
    close: (...args) => record(() => hub.close(...args)),
    wakeEmailWorker: once(() => workers.email.wake()),
    wakePushWorker: once(() => workers.push.wake()),
    wakeHookWorker: once(() => workers.hook.wake()),
    countStatusNotice: userId => record(() => statusNoticeCounter.count(userId)),
    ringGroup: groupId => record(() => ringer.wake(groupId)),
    actAt: time => record(() => expiryTimes.add(time)),
  }
}

function messagesByUser(sent: readonly [string, LiveMessage][]): Map<string, LiveMessage[]> {
  const byUser = new Map<string, Map<string, LiveMessage>>()
  for (const [userId, message] of sent) {
    const messages = byUser.get(userId) ?? new Map<string, LiveMessage>()
    byUser.set(userId, messages.set(JSON.stringify(message), message))
  }
  return new Map([...byUser].map(([userId, messages]) => [userId, [...messages.values()]]))
}

import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import type { Database, Transaction } from '#database/database.ts'
import type { Hub } from '#live/hub.ts'
import type { EmailWorker } from '#mail/email-worker.ts'

/** The effects of a change outside the database. Each call is recorded and is carried out after the commit. */
export type Effects = Pick<Hub, 'publish' | 'sendTo' | 'follow' | 'unfollow' | 'dissolve' | 'close'> & {
  /** Publishes on this node only. For a transaction that notifies the other nodes itself. */
  publishHere(topic: string, message: LiveMessage): void
  wakeEmailWorker(): void
}

/** A database transaction that also records the effects of its changes. */
export type UnitOfWork = Transaction & Effects

type Targets = {
  database: Pick<Database, 'transaction'>
  hub: Hub
  emailWorker: EmailWorker
  log: Logger
}

/**
 * Runs `work` in a transaction. After the commit, the recorded effects are carried out once each, in the order of recording.
 * After a rollback, no effect is carried out. Throws the error of `work`.
 */
export function commit<Result>(
  services: Targets,
  work: (transaction: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return commitStatement(services, effects =>
    services.database.transaction(transaction => work(Object.assign(transaction, effects))),
  )
}

/** Like `commit`, for a single statement that needs no transaction around it. `work` resolves when the database has committed. */
export async function commitStatement<Result>(
  services: Omit<Targets, 'database'>,
  work: (effects: Effects) => Promise<Result>,
): Promise<Result> {
  const recorded: (() => void)[] = []
  const result = await work(recordEffects(services, recorded))
  // The change is committed. An effect that fails must not fail the request.
  for (const carryOut of Object.freeze(recorded)) {
    try {
      carryOut()
    } catch (error) {
      services.log.error({ error }, 'an effect of a committed change failed')
    }
  }
  return result
}

function recordEffects({ hub, emailWorker }: Omit<Targets, 'database'>, recorded: (() => void)[]): Effects {
  const recordedKeys = new Set<string>()
  const record = (effect: () => void) => {
    recorded.push(effect)
  }
  // Several parts of one change may send the same message to a user.
  const recordOnce = (key: string, effect: () => void) => {
    if (!recordedKeys.has(key)) record(effect)
    recordedKeys.add(key)
  }
  return {
    publish: (...args) => record(() => hub.publish(...args)),
    publishHere: (...args) => record(() => hub.apply(['publish', ...args])),
    sendTo: (...args) => recordOnce(JSON.stringify(args), () => hub.sendTo(...args)),
    follow: (...args) => record(() => hub.follow(...args)),
    unfollow: (...args) => record(() => hub.unfollow(...args)),
    dissolve: (...args) => record(() => hub.dissolve(...args)),
    close: (...args) => record(() => hub.close(...args)),
    wakeEmailWorker: () => recordOnce('email worker', () => emailWorker.wake()),
  }
}

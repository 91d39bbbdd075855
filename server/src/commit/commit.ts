import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import type { Database, Transaction } from '#database/database.ts'
import type { Hub } from '#live/hub.ts'
import type { EmailWorker } from '#mail/email-worker.ts'

/** What a change causes outside the database. Each call is recorded, and carried out after the commit. */
export type Effects = Pick<Hub, 'publish' | 'sendTo' | 'follow' | 'unfollow' | 'dissolve' | 'close'> & {
  /** Publishes on this node only: the transaction has notified the other nodes itself. */
  publishHere(topic: string, message: LiveMessage): void
  wakeEmailWorker(): void
}

/** A database transaction that also takes the effects of its changes. */
export type UnitOfWork = Transaction & Effects

type Targets = {
  database: Pick<Database, 'transaction'>
  hub: Hub
  emailWorker: EmailWorker
  log: Logger
}

/**
 * Runs a transaction. After its commit its effects are carried out once each, in the order in which they were given; after a
 * rollback none of them is. Throws what `work` throws.
 */
export function commit<Result>(
  services: Targets,
  work: (transaction: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return commitStatement(services, effects =>
    services.database.transaction(transaction => work(Object.assign(transaction, effects))),
  )
}

/** The same for a single statement, which needs no transaction around it: `work` resolves when the database has committed. */
export async function commitStatement<Result>(
  services: Omit<Targets, 'database'>,
  work: (effects: Effects) => Promise<Result>,
): Promise<Result> {
  const recorded: (() => void)[] = []
  const result = await work(recordEffects(services, recorded))
  // Committed: from here on nothing may fail what is answered.
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
  const known = new Set<string>()
  const record = (effect: () => void) => {
    recorded.push(effect)
  }
  // Several parts of one change may tell a user the same: to fetch something again.
  const recordOnce = (key: string, effect: () => void) => {
    if (!known.has(key)) record(effect)
    known.add(key)
  }
  return {
    publish: (...what) => record(() => hub.publish(...what)),
    publishHere: (...what) => record(() => hub.apply(['publish', ...what])),
    sendTo: (...what) => recordOnce(JSON.stringify(what), () => hub.sendTo(...what)),
    follow: (...what) => record(() => hub.follow(...what)),
    unfollow: (...what) => record(() => hub.unfollow(...what)),
    dissolve: (...what) => record(() => hub.dissolve(...what)),
    close: (...what) => record(() => hub.close(...what)),
    wakeEmailWorker: () => recordOnce('email worker', () => emailWorker.wake()),
  }
}

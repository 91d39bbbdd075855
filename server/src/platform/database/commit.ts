import type { Logger } from 'pino'
import type { Database, Transaction } from './database.ts'

/** `Targets` is what effects act on, for example the hub and the workers. */
export type AfterCommit<Targets> = {
  /**
   * Carries out `effect` after the commit, in the order of the calls. After a rollback, nothing happens. The same function is carried
   * out only once. A helper that calls this method belongs to the room of what its effect acts on.
   */
  afterCommit: (effect: (targets: Targets) => void) => void
}

export type Committing<Targets> = Transaction &
  AfterCommit<Targets> & {
    /** Runs `statements` when the work is done, directly before the commit. The same function is run only once. */
    beforeCommit: (statements: (targets: Targets) => Promise<void>) => void
  }

/** Runs `work` in a transaction. After the commit, carries out its effects. */
export function commit<Targets extends { database: Pick<Database, 'transaction'>; log: Logger }, Result>(
  services: Targets,
  work: (transaction: Committing<Targets>) => Promise<Result>,
): Promise<Result> {
  return commitStatement(services, ({ afterCommit }) =>
    services.database.transaction(async transaction => {
      const last = recorder<(targets: Targets) => Promise<void>>()
      const result = await work(Object.assign(transaction, { afterCommit, beforeCommit: last.record }))
      for (const run of last.end()) await run(services)
      return result
    }),
  )
}

/** Runs `work`, whose promise must resolve only after its commit. Then carries out its effects. */
export async function commitStatement<Targets extends { log: Logger }, Result>(
  services: Targets,
  work: (effects: AfterCommit<Targets>) => Promise<Result>,
): Promise<Result> {
  const effects = recorder<(targets: Targets) => void>()
  const result = await work({ afterCommit: effects.record })
  // The change has been committed, so an effect that fails must not fail the request.
  for (const carryOut of effects.end()) {
    try {
      carryOut(services)
    } catch (error) {
      services.log.error({ error }, 'an effect of a committed change failed')
    }
  }
  return result
}

/** After `end`, nothing can be recorded. */
function recorder<Entry>(): { record(entry: Entry): void; end(): Iterable<Entry> } {
  const entries = new Set<Entry>()
  let hasEnded = false
  return {
    record(entry) {
      if (hasEnded) throw new Error('The transaction has already ended.')
      entries.add(entry)
    },
    end() {
      hasEnded = true
      return entries
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { PGlite, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite'

/**
 * A PGlite that refuses what would do harm.
 *
 * PGlite has one connection, and a transaction holds it. Who asks for it again from within would wait for itself, for ever:
 * here that is an error at once. The `tx` that the transaction hands out works as always.
 *
 * It runs one statement in a turn of the event loop: otherwise statements in a row would leave no moment to anything else, not
 * even to a timer.
 *
 * What `beforeStatement` throws is the answer to the statement, which PostgreSQL then never sees.
 */
export class GuardedPGlite extends PGlite {
  beforeStatement: (statement: string) => void = () => {}
  #hadItsTurn = false
  readonly #scope = new AsyncLocalStorage<{ open: boolean }>()

  override transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction(async tx => {
      const scope = { open: true }
      try {
        return await this.#scope.run(scope, () => callback(this.#guarded(tx)))
      } finally {
        // Work that the callback started and left behind may use the database again.
        scope.open = false
      }
    })
  }

  override async query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    this.beforeStatement(text)
    return super.query<T>(text, params, options)
  }

  override async exec(text: string, options?: QueryOptions): Promise<Results[]> {
    this.beforeStatement(text)
    return super.exec(text, options)
  }

  #guarded(tx: Transaction): Transaction {
    const query: Transaction['query'] = async (text, ...rest) => {
      this.beforeStatement(text)
      return tx.query(text, ...rest)
    }
    const exec: Transaction['exec'] = async (text, ...rest) => {
      this.beforeStatement(text)
      return tx.exec(text, ...rest)
    }
    return Object.assign(Object.create(tx), { query, exec })
  }

  // Every public way to the database (query, sql, exec, transaction, describeQuery) comes through here for the connection.
  override async _runExclusiveTransaction<T>(run: () => Promise<T>): Promise<T> {
    if (this.#scope.getStore()?.open) {
      throw new Error(
        'The database was used inside its own open transaction, where it would wait for ever: pass tx.',
      )
    }
    return super._runExclusiveTransaction(run)
  }

  // And every statement, also those of a transaction, through here.
  override async _runExclusiveQuery<T>(run: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      if (this.#hadItsTurn) await turn()
      this.#hadItsTurn = true
      setImmediate(() => {
        this.#hadItsTurn = false
      })
      return run()
    })
  }
}

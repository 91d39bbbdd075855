import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite, type Transaction } from '@electric-sql/pglite'

/**
 * PGlite has one connection, and a transaction holds it. Who asks for it again from within would wait for itself, for ever:
 * here that is an error at once. The `tx` that the transaction hands out works as always.
 */
export class GuardedPGlite extends PGlite {
  readonly #scope = new AsyncLocalStorage<{ open: boolean }>()

  override transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction(async tx => {
      const scope = { open: true }
      try {
        return await this.#scope.run(scope, () => callback(tx))
      } finally {
        // Work that the callback started and left behind may use the database again.
        scope.open = false
      }
    })
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
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Results } from '@electric-sql/pglite'
import type { Call, RowMode } from './thread-messages.ts'

/** The one connection there is, in the shape of a PGlite: Drizzle asks no more of one. */
export type Connection = Statements & { transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> }

export type Statements = {
  query<Row>(text: string, params?: unknown[], options?: { rowMode?: RowMode }): Promise<Results<Row>>
  exec(text: string): Promise<Results[]>
}

/**
 * The connection by way of `ask`.
 *
 * A transaction holds it. Who asks for it again from within would wait for itself, for ever: here that is an error at once. The
 * `tx` that the transaction hands out works as always.
 */
export function connectionBy(ask: (call: Call) => Promise<unknown>): Connection {
  const scope = new AsyncLocalStorage<{ open: boolean }>()

  const askFree = async (call: Call) => {
    if (scope.getStore()?.open) {
      throw new Error(
        'The database was used inside its own open transaction, where it would wait for ever: pass tx.',
      )
    }
    return ask(call)
  }

  return {
    ...statementsBy(askFree),
    async transaction(work) {
      const lease = (await askFree({ do: 'begin' })) as number
      const tx = statementsBy(ask, lease)
      const transaction = { open: true }
      const result = await scope
        .run(transaction, async () => work(tx))
        .finally(() => {
          // Work that was started in it and left behind may use the database again.
          transaction.open = false
        })
        .catch(async error => {
          await ask({ do: 'rollback', lease })
          throw error
        })
      await ask({ do: 'commit', lease })
      return result
    },
  }
}

function statementsBy(ask: (call: Call) => Promise<unknown>, lease?: number): Statements {
  return {
    query: async <Row>(text: string, params: unknown[] = [], { rowMode }: { rowMode?: RowMode } = {}) =>
      (await ask({ do: 'query', text, params, rowMode, lease })) as Results<Row>,
    exec: async text => (await ask({ do: 'exec', text, lease })) as Results[],
  }
}

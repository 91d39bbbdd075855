import { AsyncLocalStorage } from 'node:async_hooks'
import type { Results } from '@electric-sql/pglite'
import type { Call, RowMode } from './thread-messages.ts'

export type Connection = Statements & { transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> }

type Statements = {
  query<Row>(
    statement: string | { text: string; values: unknown[] },
    params?: unknown[],
    options?: { rowMode?: RowMode },
  ): Promise<Results<Row>>
  exec(text: string): Promise<Results[]>
}

type Send = (call: Call) => Promise<unknown>

/**
 * Inside a transaction, code must use `tx`. The methods of the connection throw an error there, because they would otherwise
 * never return.
 */
export function createConnection(send: Send): Connection {
  const scope = new AsyncLocalStorage<{ open: boolean }>()

  const sendOutside = async (call: Call) => {
    if (scope.getStore()?.open) {
      throw new Error(
        'The connection was used inside its own open transaction, which would be a deadlock: pass tx.',
      )
    }
    return send(call)
  }

  return {
    ...statements(sendOutside),
    async transaction(work) {
      const transactionId = (await sendOutside({ type: 'begin' })) as number
      const tx = statements(send, transactionId)
      const transaction = { open: true }
      const result = await scope
        .run(transaction, async () => work(tx))
        .finally(() => {
          // Code that `work` has started but not awaited may use the connection from now on.
          transaction.open = false
        })
        .catch(async error => {
          await send({ type: 'rollback', transactionId })
          throw error
        })
      await send({ type: 'commit', transactionId })
      return result
    },
  }
}

function statements(send: Send, transactionId?: number): Statements {
  return {
    query: async <Row>(
      statement: string | { text: string; values: unknown[] },
      params: unknown[] = [],
      { rowMode }: { rowMode?: RowMode } = {},
    ) => {
      const { text, values } = typeof statement === 'string' ? { text: statement, values: params } : statement
      return (await send({ type: 'query', text, params: values, rowMode, transactionId })) as Results<Row>
    },
    exec: async text => (await send({ type: 'exec', text, transactionId })) as Results[],
  }
}

import { PGlite, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite'

export class GuardedPGlite extends PGlite {
  beforeStatement: (statement: string) => void = () => {}

  override async query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    this.beforeStatement(text)
    return super.query<T>(text, params, options)
  }

  override async exec(text: string, options?: QueryOptions): Promise<Results[]> {
    this.beforeStatement(text)
    return super.exec(text, options)
  }

  override transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction(tx => callback(this.#guarded(tx)))
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
}

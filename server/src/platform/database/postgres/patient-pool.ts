import pg from 'pg'

// The code of PostgreSQL, and the message of PgBouncer
const tooManyConnections = /^53300 |no more connections allowed/
const againMs = 250
const fewerForMs = 1_000

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: (release?: unknown) => void) => void

/**
 * A pool that waits for one of its connections if PostgreSQL allows no further one. Without this, a request would fail although a
 * connection is free a moment later.
 */
export class PatientPool extends pg.Pool {
  readonly #most: number
  readonly #patienceMs: number
  #opened = 0

  constructor(settings: pg.PoolConfig) {
    super(settings)
    this.#most = this.options.max
    this.#patienceMs = settings.connectionTimeoutMillis ?? 0
    this.on('connect', () => this.#opened++)
    this.on('remove', () => this.#opened--)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.PoolClient> | undefined {
    if (done) this.#connect(done, performance.now() + this.#patienceMs)
    if (done) return undefined
    return new Promise((resolve, reject) => {
      this.connect((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #connect(done: Done, until: number): void {
    super.connect((error, client, release) => {
      const isRefused =
        error && tooManyConnections.test(`${(error as { code?: string }).code} ${error.message}`)
      if (!isRefused || performance.now() >= until || this.ending) return done(error, client, release)
      this.#expectFewer()
      if (this.#opened > 0) this.#connect(done, until)
      else setTimeout(() => this.#connect(done, until), againMs)
    })
  }

  /** For a moment, requests wait for the connections that exist. */
  #expectFewer(): void {
    if (this.options.max === this.#most)
      setTimeout(() => {
        this.options.max = this.#most
      }, fewerForMs).unref()
    this.options.max = Math.max(1, this.#opened)
  }
}

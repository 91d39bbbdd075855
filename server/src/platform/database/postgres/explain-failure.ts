import { OperatorError, oneLine, rootCause } from '#platform/config/operator-error.ts'

/** Says in one line why the database at DATABASE_URL cannot be used, and what mends it. */
export class DatabaseFailure extends OperatorError {
  /** Whether it may pass without a change by the operator, for example while the database restarts. */
  readonly mayPass: boolean

  constructor(message: string, { mayPass = false } = {}) {
    super(message)
    this.mayPass = mayPass
  }
}

export function explainFailure(error: unknown, databaseUrl: string): OperatorError {
  if (error instanceof OperatorError) return error
  const cause = rootCause(error)
  const code = String(cause.code ?? '')
  const message = oneLine(cause)
  const place = `The database of DATABASE_URL, at ${hostOf(databaseUrl)},`
  if (networkCodes.test(code) || silence.test(message))
    return new DatabaseFailure(`${place} cannot be reached (${code || 'it does not answer'}).`, {
      mayPass: true,
    })
  if (code === '53300')
    return new DatabaseFailure(
      `${place} has no free connection (${message}): raise its max_connections, or lower DATABASE_CONNECTIONS.`,
      { mayPass: true },
    )
  for (const [pattern, remedy] of remedies)
    if (pattern.test(`${code} ${message}`))
      return new DatabaseFailure(
        `The database refused the connection to DATABASE_URL: ${message}${remedy && `: ${remedy}`}.`,
      )
  return new DatabaseFailure(`${place} cannot be used: ${message}${code && ` (${code})`}.`)
}

const networkCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|57P0[1-3])$/
const silence = /connection timeout|timeout expired|Connection terminated unexpectedly/

// The patterns are applied to the code and the message.
const remedies: [pattern: RegExp, remedy: string][] = [
  [/^28P01 /, 'check the user name and the password in DATABASE_URL (special characters encoded: # is %23)'],
  [/client password must be/, 'DATABASE_URL contains no password, but the database asks for one'],
  [/^28000 .*no encryption/, 'add sslmode=require to DATABASE_URL, or allow the connection in pg_hba.conf'],
  [/^28000 .*pg_hba/, 'allow the connection in pg_hba.conf of PostgreSQL'],
  [/^28/, ''],
  [/^3D000 |no such database/, 'create the database, or correct its name in DATABASE_URL'],
  [
    /^42501 /,
    'grant the role of DATABASE_URL the missing right, best by making it the owner of the database',
  ],
  [/not support SSL/, 'set ssl = on in PostgreSQL, or sslmode=disable in DATABASE_URL'],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    'use the name in the certificate as the host of DATABASE_URL, or sslmode=verify-ca',
  ],
  [/^CERT_HAS_EXPIRED /, 'renew the certificate of PostgreSQL'],
  [
    /^\w*(SELF_SIGNED|UNABLE_TO_)\w* /,
    'add sslrootcert with the path of the file of its certificate authority to DATABASE_URL, or sslmode=no-verify to encrypt without a check',
  ],
  [
    /startup parameter/,
    'remove this parameter from DATABASE_URL, or add it to ignore_startup_parameters of PgBouncer',
  ],
]

function hostOf(databaseUrl: string): string {
  const { host, searchParams } = new URL(databaseUrl)
  return host || searchParams.get('host') || 'localhost'
}

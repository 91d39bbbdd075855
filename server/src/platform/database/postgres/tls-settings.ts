import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { OperatorError } from '#platform/config/operator-error.ts'

type TlsSettings = Pick<pg.ClientConfig, 'connectionString' | 'ssl'>

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

// The driver would use these parameters instead of the settings that the server needs.
const ownParameters = [
  'application_name',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
  'client_encoding',
]

/**
 * Reads `sslmode` and the files of certificates itself. The driver would check the name of the server in the mode verify-ca, and it
 * announces on standard error that later versions will check less.
 */
export function tlsSettings(databaseUrl: string): TlsSettings {
  const url = new URL(databaseUrl)
  const { searchParams } = url
  for (const name of ownParameters) searchParams.delete(name)
  // This parameter asks for the driver's own rules.
  if (searchParams.get('uselibpqcompat') === 'true') return { connectionString: url.href }
  const mode = searchParams.get('sslmode')
  const files = { ca: take('sslrootcert'), cert: take('sslcert'), key: take('sslkey') }
  searchParams.delete('sslmode')
  const connectionString = url.href
  if (mode !== null && !modes.includes(mode))
    throw new OperatorError(`sslmode in DATABASE_URL is '${mode}': it must be one of ${modes.join(', ')}.`)
  if (mode === 'disable') return { connectionString, ssl: false }
  if (mode === null && Object.values(files).every(file => file === undefined)) return { connectionString }
  return {
    connectionString,
    ssl: {
      ...files,
      rejectUnauthorized: mode !== 'no-verify',
      ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    },
  }

  function take(name: string): string | undefined {
    const path = searchParams.get(name)
    searchParams.delete(name)
    if (!path || path === 'system') return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new OperatorError(`${name} in DATABASE_URL is '${path}': the file cannot be read (${code}).`)
    }
  }
}

import type { ProviderProblem } from '@grouplight/contract/provider.ts'

/** Thrown if a visit does not succeed. The page shows a sentence for `reason`, and the log contains `reason` and `why`. */
export class ProviderRefusal extends Error {
  readonly reason: ProviderProblem
  readonly why: string
  /** The address that the provider has not verified, if the reason is 'not-verified'. It must not be logged. */
  readonly email: string | undefined

  constructor(reason: ProviderProblem, why: string, email?: string) {
    super(why)
    this.reason = reason
    this.why = why
    this.email = email
  }
}

/** The log gets only a message or a code of the error, because the whole error of `openid-client` may contain tokens. */
export function toProviderRefusal(error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error
  const { name, code, message, error: answered, status, cause } = error as LibraryError
  if (answered !== undefined) {
    const why = /^\w{1,60}$/.test(answered) ? answered : 'an unreadable error code'
    const isAway = (status ?? 0) >= 500 || ['server_error', 'temporarily_unavailable'].includes(why)
    return new ProviderRefusal(
      why === 'access_denied' ? 'cancelled' : isAway ? 'unavailable' : 'refused',
      why,
    )
  }
  if (name === 'ClientError') {
    const why = cause?.message && code !== undefined && !isAwayCode(code) ? cause.message : message
    return new ProviderRefusal(isAwayCode(code) ? 'unavailable' : 'refused', why)
  }
  // In an error of `fetch`, only the `cause` contains the reason.
  const why = cause?.code ?? [name, status, message].filter(Boolean).join(' ')
  return new ProviderRefusal(status === 401 ? 'refused' : 'unavailable', why)
}

// These codes mean that the provider is too slow, or that something else responds, for example a proxy with an error page.
function isAwayCode(code: string | undefined): boolean {
  return [
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_PARSE_ERROR',
  ].includes(code ?? '')
}

type LibraryError = Error & {
  code?: string
  /** The error code of the provider, for example 'access_denied'. */
  error?: string
  status?: number
  cause?: Error & { code?: string }
}

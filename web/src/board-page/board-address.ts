import { withoutPunctuation } from '@grouplight/contract/link-punctuation.ts'

/** Returns the value of the header Authorization for a board at `/board/{id}#{secret}`, or null if the address has another form. */
export function authorizationIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | null {
  const [, id, secret] =
    `${pathname}${withoutPunctuation(hash)}`.match(/^\/board\/([\w-]+)\/?#([\w-]+)$/) ?? []
  return id && secret ? `Bearer ${id}.${secret}` : null
}

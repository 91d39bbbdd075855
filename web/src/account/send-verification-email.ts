import { functionsPath } from '@grouplight/contract/callable.ts'

/**
 * Requests a new verification email. The server's response does not reveal whether the address has a sign-up. Throws if the request
 * fails or is refused.
 */
export async function sendVerificationEmail(email: string, displayName?: string): Promise<void> {
  const response = await fetch(`${functionsPath}/sendVerificationEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, displayName }),
  })
  if (!response.ok) throw new Error(`sendVerificationEmail answered ${response.status}.`)
}

import { functionsPath } from '@grouplight/contract/callable.ts'

/** Requests a new verification email. The server's response does not depend on the address. */
export async function sendVerificationEmail(email: string, displayName?: string): Promise<void> {
  const response = await fetch(`${functionsPath}/sendVerificationEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, displayName }),
  })
  if (!response.ok) throw new Error(`sendVerificationEmail answered ${response.status}.`)
}

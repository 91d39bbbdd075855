import { functionsPath } from '@grouplight/contract/callable.ts'
import { fetchFromServer } from '#api/proxy-sign-in.ts'

/** Throws if the request fails or is refused. The response does not reveal whether the address has a sign-up. */
export async function sendVerificationEmail(email: string, displayName?: string): Promise<void> {
  const response = await fetchFromServer(`${functionsPath}/sendVerificationEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, displayName }),
  })
  if (!response.ok) throw new Error(`sendVerificationEmail answered ${response.status}.`)
}

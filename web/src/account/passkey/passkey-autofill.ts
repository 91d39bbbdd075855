import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useEffect } from 'react'
import { choosePasskey, stopAsking } from './credentials.ts'

const checkMs = 30_000
// Each offer contains a challenge that the server accepts for 5 minutes.
const renewalMs = 4 * 60_000

/** Offers passkeys among the suggestions of the email field while `isOffered` is true. Ignores a choice that is made later. */
export function usePasskeyAutofill(
  isOffered: boolean,
  onChosen: (response: AuthenticationResponseJSON) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `onChosen` must not start a new offer.
  useEffect(() => {
    if (!isOffered) return
    let offeredAt = 0
    const ending = new AbortController()
    const { signal } = ending
    const offer = async () => {
      if (document.hidden || Date.now() < offeredAt + renewalMs) return
      offeredAt = Date.now()
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return
      const response = await choosePasskey({ inAutofill: true, signal })
      if (!signal.aborted) onChosen(response)
    }
    // A failure needs no message, because the user has not asked for anything.
    const renew = () => void offer().catch(() => {})
    renew()
    const timer = setInterval(renew, checkMs)
    document.addEventListener('visibilitychange', renew)
    return () => {
      ending.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [isOffered])

  useEffect(() => () => void stopAsking().catch(() => {}), [])
}

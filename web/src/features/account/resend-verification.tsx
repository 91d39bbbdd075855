import accountPageTexts from 'texts:account-pages'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { useMutation } from '@tanstack/react-query'
import { fetchFromServer } from '#api/proxy-sign-in.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useCountdown } from '#ui/use-now.ts'

// In this time, the server resends the verification email to an address at most once.
const pauseMs = 60_000

type ResendVerificationProps = { email: string; refusal: string }

export function ResendVerification({ email, refusal }: ResendVerificationProps) {
  const sending = useMutation({
    mutationFn: async () => {
      await sendVerificationEmail(email)
      return Date.now() + pauseMs
    },
  })
  const seconds = useCountdown(sending.data ?? null, 1_000)
  return (
    <>
      {!sending.isSuccess && !sending.isError && <AlertText error={refusal} />}
      {sending.isSuccess && <AlertText message={accountPageTexts.resentVerification} />}
      {sending.isError && <AlertText error={accountPageTexts.notResent} />}
      {seconds > 0 ? (
        <p tabIndex={-1} ref={takeFocus}>
          {accountPageTexts.resendIn({ seconds })}
        </p>
      ) : (
        <Button variant="default" pending={sending.isPending} onClick={() => sending.mutate()}>
          {accountPageTexts.resendVerification}
        </Button>
      )}
    </>
  )
}

// The countdown takes the focus, because it replaces the focused button.
function takeFocus(countdown: HTMLElement | null): void {
  countdown?.focus()
}

/** Throws if the request fails or is refused. The response does not reveal whether the address has a sign-up. */
async function sendVerificationEmail(email: string, displayName?: string): Promise<void> {
  const response = await fetchFromServer(`${functionsPath}/sendVerificationEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, displayName }),
  })
  if (!response.ok) throw new Error(`sendVerificationEmail answered ${response.status}.`)
}

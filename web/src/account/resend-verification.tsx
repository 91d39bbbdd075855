import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { NoticeText } from '#ui/notice.tsx'
import { sendVerificationEmail } from './send-verification-email.ts'

/** Mails the verification link again. The answer tells nothing about the address, and neither does this. */
export function ResendVerification({ email }: { email: string }) {
  const sending = useMutation({ mutationFn: () => sendVerificationEmail(email) })
  if (sending.isSuccess) {
    return (
      <NoticeText message="If this address still needs verifying, a new link is on its way. Please check your inbox." />
    )
  }
  return (
    <>
      {sending.isError && <NoticeText error="The email could not be requested. Please try again." />}
      <Button variant="default" onClick={() => sending.mutate()} disabled={sending.isPending}>
        Resend verification email
      </Button>
    </>
  )
}

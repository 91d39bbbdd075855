import { useMutation } from '@tanstack/react-query'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { NoticeText } from '#ui/notice.tsx'
import { sendVerificationEmail } from './send-verification-email.ts'

/** Mails the verification link again. The answer tells nothing about the address, and neither does this. */
export function ResendVerification({ email }: { email: string }) {
  const sending = useMutation({ mutationFn: () => sendVerificationEmail(email) })
  if (sending.isSuccess) {
    return <NoticeText message={t.account.resentVerification} />
  }
  return (
    <>
      {sending.isError && <NoticeText error={t.account.notResent} />}
      <Button variant="default" onClick={() => sending.mutate()} disabled={sending.isPending}>
        {t.account.resendVerification}
      </Button>
    </>
  )
}

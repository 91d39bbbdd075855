import invitationDialogTexts from 'texts:invitation-dialogs'
import refusalTexts from 'texts:refusal'
import { blockEmail } from '@grouplight/contract/invitation.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { blockText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { appName } from '#ui/site.ts'
import { useEmailLinkQuery } from '#ui/use-email-link-query.ts'

/** A link in invitation emails opens this page. Opening it changes nothing, because some mail programs follow links. */
export function DoNotInvitePage() {
  const token = new URLSearchParams(useEmailLinkQuery()).get('token') ?? ''
  const blocking = useMutation({ mutationFn: () => call(blockEmail, { body: { token } }) })

  if (blocking.isSuccess)
    return (
      <PlainPage key="done" title={invitationDialogTexts.stopped} takesFocus>
        <AlertText message={invitationDialogTexts.emailsStopped({ appName })} />
        <p>{invitationDialogTexts.howToUndo}</p>
      </PlainPage>
    )
  return (
    <PlainPage title={invitationDialogTexts.stopEmails}>
      {!token && <AlertText error={refusalTexts['invalid-action-code.do-not-invite']} />}
      {token && (
        <div className={classes.form}>
          <p>{invitationDialogTexts.blockQuestion({ appName })}</p>
          {blocking.isError && <AlertText error={blockText(blocking.error)} />}
          <Button pending={blocking.isPending} onClick={() => blocking.mutate()}>
            {invitationDialogTexts.block}
          </Button>
        </div>
      )}
    </PlainPage>
  )
}

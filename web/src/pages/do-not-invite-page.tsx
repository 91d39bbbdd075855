import invitationDialogTexts from 'texts:invitation-dialogs'
import { blockEmail } from '@grouplight/contract/invitation.ts'
import { call } from '#api/client.ts'
import { appName } from '#ui/site.ts'
import { StopEmailsPage } from './stop-emails-page.tsx'

export function DoNotInvitePage() {
  return (
    <StopEmailsPage
      stop={token => call(blockEmail, { body: { token } })}
      texts={{
        title: invitationDialogTexts.stopEmails,
        question: invitationDialogTexts.blockQuestion({ appName }),
        button: invitationDialogTexts.block,
        stoppedTitle: invitationDialogTexts.stopped,
        stopped: invitationDialogTexts.emailsStopped({ appName }),
        howToUndo: invitationDialogTexts.howToUndo,
      }}
    />
  )
}

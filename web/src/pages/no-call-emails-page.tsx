import callTexts from 'texts:call'
import { stopCallEmails } from '@grouplight/contract/ask-around.ts'
import { call } from '#api/client.ts'
import { appName } from '#ui/site.ts'
import { StopEmailsPage } from './stop-emails-page.tsx'

export function NoCallEmailsPage() {
  return (
    <StopEmailsPage
      stop={token => call(stopCallEmails, { body: { token } })}
      texts={{
        title: callTexts.stopEmails,
        question: callTexts.stopQuestion({ appName }),
        button: callTexts.stop,
        stoppedTitle: callTexts.stopped,
        stopped: callTexts.emailsStopped({ appName }),
        howToUndo: callTexts.howToUndo,
      }}
    />
  )
}

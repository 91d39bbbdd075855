import refusalTexts from 'texts:refusal'
import { useMutation } from '@tanstack/react-query'
import { blockText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { useEmailLinkQuery } from '#ui/use-email-link-query.ts'

type StopEmailsPageProps = {
  stop: (token: string) => Promise<unknown>
  texts: Record<'title' | 'question' | 'button' | 'stoppedTitle' | 'stopped' | 'howToUndo', string>
}

/** A link in emails opens this page. Opening it changes nothing, because some mail programs follow links. */
export function StopEmailsPage({ stop, texts }: StopEmailsPageProps) {
  const token = new URLSearchParams(useEmailLinkQuery()).get('token') ?? ''
  const stopping = useMutation({ mutationFn: () => stop(token) })

  if (stopping.isSuccess)
    return (
      <PlainPage key="done" title={texts.stoppedTitle} takesFocus>
        <AlertText message={texts.stopped} />
        <p>{texts.howToUndo}</p>
      </PlainPage>
    )
  return (
    <PlainPage title={texts.title}>
      {!token && <AlertText error={refusalTexts['invalid-action-code.do-not-invite']} />}
      {token && (
        <div className={classes.form}>
          <p>{texts.question}</p>
          {stopping.isError && <AlertText error={blockText(stopping.error)} />}
          <Button pending={stopping.isPending} onClick={() => stopping.mutate()}>
            {texts.button}
          </Button>
        </div>
      )}
    </PlainPage>
  )
}

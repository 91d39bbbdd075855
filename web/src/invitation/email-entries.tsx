import { Button, TextInput } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { splitEmails } from '#group/split-emails.ts'
import { CrossIcon, PlusIcon } from '#ui/icons.tsx'
import classes from './invite-dialog.module.css'
import type { InviteForm } from './use-invite-form.ts'

/** One entry for each address; a pasted list fills as many. */
export function EmailEntries({ form }: { form: InviteForm }) {
  const { emails } = form.getValues()
  const focus = (at: number) => form.getInputNode(`emails.${at}`)?.focus()

  function change(entries: string[], focusAt: number) {
    form.clearErrors()
    flushSync(() => form.setFieldValue('emails', entries))
    focus(focusAt)
  }

  function paste(event: ClipboardEvent, at: number) {
    const text = event.clipboardData.getData('text')
    const pasted = splitEmails(text)
    if (pasted.length === 0 || pasted[0] === text.trim()) return
    event.preventDefault()
    const before = emails.slice(0, at + 1).filter(email => email.trim() !== '')
    const after = emails.slice(at + 1).filter(email => email.trim() !== '')
    change([...before, ...pasted, ...after], before.length + pasted.length - 1)
  }

  return (
    <fieldset className={classes.entries}>
      <legend>Email addresses</legend>
      {emails.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place; its text lives in the form.
        <div key={at} className={classes.entry}>
          <TextInput
            type="email"
            aria-label={`Email ${at + 1}`}
            autoComplete="off"
            required={at === 0}
            data-autofocus={at === 0 || undefined}
            className={classes.grow}
            onPaste={event => paste(event, at)}
            {...form.getInputProps(`emails.${at}`)}
          />
          {emails.length > 1 && (
            <Button
              variant="subtle"
              color="dark"
              aria-label={`Remove email ${at + 1}`}
              className={classes.remove}
              onClick={() => change(emails.toSpliced(at, 1), Math.max(0, at - 1))}
            >
              <CrossIcon size={20} />
            </Button>
          )}
        </div>
      ))}
      <Button
        variant="subtle"
        leftSection={<PlusIcon size={20} />}
        className={classes.add}
        onClick={() => change([...emails, ''], emails.length)}
      >
        Add another email
      </Button>
    </fieldset>
  )
}

import invitationDialogTexts from 'texts:invitation-dialogs'
import { type ClipboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { splitEmails } from '#features/group/split-emails.ts'
import { Button } from '#ui/button.tsx'
import iconButton from '#ui/icon-button.module.css'
import { CrossIcon, PlusIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type InviteDraft, removeEmail, restoreEmail } from './invite-draft.ts'
import classes from './inviting.module.css'

type Entries = Pick<InviteDraft, 'emails' | 'removed'>

type EmailEntriesProps = Entries & {
  errors: (string | null)[]
  onChange: (entries: Entries) => void
}

export function EmailEntries({ emails, removed, errors, onChange }: EmailEntriesProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([])

  function changeAndFocus(entries: Entries, focusAt: number) {
    flushSync(() => onChange(entries))
    inputs.current[focusAt]?.focus()
  }

  function paste(event: ClipboardEvent, at: number) {
    const text = event.clipboardData.getData('text')
    const pasted = splitEmails(text)
    // The browser itself pastes a single address.
    if (pasted.length === 0 || pasted[0] === text.trim()) return
    event.preventDefault()
    const before = emails.slice(0, at + 1).filter(isFilled)
    const after = emails.slice(at + 1).filter(isFilled)
    changeAndFocus({ emails: [...before, ...pasted, ...after] }, before.length + pasted.length - 1)
  }

  return (
    <div className={classes.entries}>
      {emails.map((email, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other identity than its position.
          key={at}
          ref={input => {
            inputs.current[at] = input
          }}
          label={invitationDialogTexts.email({ number: at + 1 })}
          type="email"
          autoComplete="off"
          required={at === 0}
          value={email}
          error={errors[at]}
          onChange={event => onChange({ emails: emails.with(at, event.target.value) })}
          onPaste={event => paste(event, at)}
          after={
            emails.length > 1 && (
              <button
                type="button"
                className={iconButton.inField}
                aria-label={invitationDialogTexts.removeEmail({ number: at + 1 })}
                onClick={() => changeAndFocus(removeEmail(emails, at), Math.max(0, at - 1))}
              >
                <CrossIcon size={20} />
              </button>
            )
          }
        />
      ))}
      <Button
        variant="subtle"
        icon={<PlusIcon size={20} />}
        className={classes.add}
        onClick={() => changeAndFocus({ emails: [...emails, ''] }, emails.length)}
      >
        {invitationDialogTexts.addEmail}
      </Button>
      {removed && (
        <Button
          variant="subtle"
          className={classes.add}
          onClick={() => changeAndFocus(restoreEmail(emails, removed), Math.min(removed.at, emails.length))}
        >
          {invitationDialogTexts.undoRemove({ email: removed.email })}
        </Button>
      )}
    </div>
  )
}

function isFilled(email: string): boolean {
  return email.trim() !== ''
}

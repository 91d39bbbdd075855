import availabilityDialogTexts from 'texts:availability-dialogs'
import { availabilityNote } from '@grouplight/contract/availability.ts'
import type { Member } from '@grouplight/contract/group.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Pill } from '#ui/pill.tsx'
import { TextField } from '#ui/text-field.tsx'
import { schemaRule } from '#ui/use-form.ts'
import { type End, type EndChoice, endOf } from './end-choices.ts'
import { EndMenu } from './end-menu.tsx'
import { lastChoices, rememberChoice } from './last-choices.ts'
import { useSetAvailability } from './set-availability.ts'
import { TimeForm } from './time-form.tsx'
import classes from './until-when.module.css'
import { UsualEnd } from './usual-end.tsx'

type EndDialogProps = { groupId: string; member: Member; opened: boolean; onClose: () => void }

/** A choice also makes an Unavailable user Available. */
export function EndDialog(props: EndDialogProps) {
  return (
    <Dialog opened={props.opened} title={availabilityDialogTexts.title} size={380} onClose={props.onClose}>
      <EndForm {...props} />
    </Dialog>
  )
}

const noteRule = schemaRule(availabilityNote)

function EndForm({ groupId, member, onClose }: EndDialogProps) {
  const { uid } = useAccount()
  const setAvailability = useSetAvailability(groupId)
  const field = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState(member.note ?? '')
  const [noteError, setNoteError] = useState<string | null>(null)
  const [entersTime, setEntersTime] = useState(false)
  const [{ notes }] = useState(() => lastChoices(uid))
  const isNoteChanged = note.trim() !== (member.note ?? '')

  function write(text: string) {
    setNote(text)
    setNoteError(null)
  }

  function apply(end: End, choice?: EndChoice) {
    const chosenNote = note.trim() || undefined
    const error = chosenNote ? noteRule(chosenNote) : null
    setNoteError(error)
    if (error) return field.current?.focus()
    rememberChoice(uid, groupId, { end: choice, note: chosenNote })
    setAvailability({ status: true, ...end, note: chosenNote })
    onClose()
  }

  function choose(choice: EndChoice) {
    const end = endOf(choice)
    if (end) apply(end, choice)
    else setEntersTime(true)
  }

  // A user who is Available keeps the end. A user who is Unavailable becomes Available as by a tap on the switch.
  function saveNote(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The Enter key submits the form even if there is nothing to save.
    if (!isNoteChanged) return
    apply(member.status ? { until: member.until ?? null } : {})
  }

  return (
    <div className={classes.parts}>
      {entersTime ? (
        <TimeForm onChosen={until => apply({ until }, 'time')} onBack={() => setEntersTime(false)} />
      ) : (
        <EndMenu groupId={groupId} onChosen={choose} />
      )}
      <form className={classes.note} noValidate onSubmit={saveNote}>
        <TextField
          ref={field}
          label={availabilityDialogTexts.whatFor}
          hint={availabilityDialogTexts.noteHint}
          error={noteError}
          value={note}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => write(target.value)}
        />
        {notes.length > 0 && (
          <fieldset className={classes.suggestions} aria-label={availabilityDialogTexts.latestNotes}>
            {notes.map(text => (
              <Pill key={text} onClick={() => write(text)}>
                <bdi>{text}</bdi>
              </Pill>
            ))}
          </fieldset>
        )}
        {isNoteChanged && (
          <Button type="submit">
            {member.status ? availabilityDialogTexts.saveNote : availabilityDialogTexts.goAvailable}
          </Button>
        )}
      </form>
      <UsualEnd groupId={groupId} member={member} />
    </div>
  )
}

import availabilityDialogTexts from 'texts:availability-dialogs'
import { availabilityNote } from '@grouplight/contract/availability.ts'
import type { Member } from '@grouplight/contract/group.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Pill } from '#ui/pill.tsx'
import { TextField } from '#ui/text-field.tsx'
import { schemaRule } from '#ui/use-form.ts'
import { type End, type EndChoice, endOf, presentChoice } from './end-choices.ts'
import { EndPills } from './end-pills.tsx'
import { lastChoices, rememberChoice } from './last-choices.ts'
import { useSetAvailability } from './set-availability.ts'
import { TimeForm } from './time-form.tsx'
import classes from './until-when.module.css'

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
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState(member.note ?? '')
  const [noteError, setNoteError] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ end: End; choice: EndChoice }>()
  const [entersTime, setEntersTime] = useState(false)
  const [{ notes }] = useState(() => lastChoices(uid))
  const isNoteChanged = note.trim() !== (member.note ?? '')

  function write(text: string) {
    setNote(text)
    setNoteError(null)
  }

  /** Returns whether the note could be used. */
  function apply(end: End, text: string, choice?: EndChoice): boolean {
    const chosenNote = text.trim() || undefined
    const error = chosenNote ? noteRule(chosenNote) : null
    setNoteError(error)
    if (error) {
      field.current?.focus()
      return false
    }
    rememberChoice(uid, groupId, { end: choice, note: chosenNote })
    setAvailability({ status: true, ...end, note: chosenNote })
    return true
  }

  function choose(choice: EndChoice, end: End | null) {
    if (!end) return setEntersTime(true)
    if (!apply(end, note, choice)) return
    setEntersTime(false)
    // The dialog stays for one of the latest notes, which may be tapped before the end or after it.
    if (note.trim() || notes.length === 0) onClose()
    else setChosen({ end, choice })
  }

  // A user who is Available keeps the end. A user who is Unavailable becomes Available as by a tap on the switch.
  function saveNote(text: string) {
    const keptEnd = chosen?.end ?? (member.status ? { until: member.until ?? null } : {})
    if (apply(keptEnd, text)) onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The Enter key submits the form even if there is nothing to save.
    if (isNoteChanged) saveNote(note)
    else if (chosen) onClose()
  }

  return (
    <div className={classes.parts}>
      <form id={form} className={classes.note} noValidate onSubmit={submit}>
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
          <fieldset className={classes.pills} aria-label={availabilityDialogTexts.latestNotes}>
            {notes.map(text => (
              <Pill
                key={text}
                aria-pressed={text === note}
                onClick={() => (chosen ? saveNote(text) : write(text))}
              >
                <bdi>{text}</bdi>
              </Pill>
            ))}
          </fieldset>
        )}
      </form>
      {entersTime ? (
        <TimeForm
          present={member.status ? member.until : undefined}
          onChosen={until => choose('time', { until })}
          onBack={() => setEntersTime(false)}
        />
      ) : (
        <EndPills
          groupId={groupId}
          present={chosen?.choice ?? presentChoice(member)}
          onChosen={choice => choose(choice, endOf(choice))}
        />
      )}
      {(isNoteChanged || chosen) && !entersTime && (
        <Button type="submit" form={form}>
          {!isNoteChanged
            ? availabilityDialogTexts.done
            : member.status
              ? availabilityDialogTexts.saveNote
              : availabilityDialogTexts.goAvailable}
        </Button>
      )}
    </div>
  )
}

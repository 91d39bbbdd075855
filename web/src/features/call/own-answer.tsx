import callTexts from 'texts:call'
import { callWords } from '@grouplight/contract/ask-around.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { schemaRule } from '#ui/use-form.ts'
import { useAnswer } from './call-changes.ts'
import classes from './calls.module.css'

type OwnAnswerProps = {
  about: { groupId: string; callId: string }
  words: string | undefined
  onTakeBack: () => void
  children: ReactNode
}

/** The user can. */
export function OwnAnswer({ about, words, onTakeBack, children }: OwnAnswerProps) {
  const [isAsked, setAsked] = useState(false)
  const [writes, setWrites] = useState(false)
  return (
    <>
      <p className={classes.said}>
        <span aria-hidden="true">✓ </span>
        {callTexts.saidCan}
        {words && (
          <span className={classes.facts}>
            {' · '}
            <bdi>{words}</bdi>
          </span>
        )}
      </p>
      {children}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setAsked(true)}>
          {callTexts.takeBack}
        </Button>
        {!writes && (
          <Button variant="default" onClick={() => setWrites(true)}>
            {words ? callTexts.changeWords : callTexts.addWords}
          </Button>
        )}
      </div>
      {writes && <WordsForm about={about} words={words} onDone={() => setWrites(false)} />}
      <ConfirmDialog
        opened={isAsked}
        title={callTexts.takeBack}
        message={callTexts.takeBackQuestion}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          onTakeBack()
        }}
      />
    </>
  )
}

const wordsRule = schemaRule(callWords)

function WordsForm({
  about,
  words = '',
  onDone,
}: Pick<OwnAnswerProps, 'about' | 'words'> & { onDone: () => void }) {
  const [text, setText] = useState(words)
  const [error, setError] = useState<string | null>(null)
  const saving = useAnswer(about)
  const field = useRef<HTMLInputElement>(null)
  // The form replaces the button that opened it.
  useEffect(() => field.current?.focus(), [])

  function save(event: FormEvent) {
    event.preventDefault()
    const found = wordsRule(text)
    setError(found)
    if (!found && !saving.isPending) saving.mutate({ can: true, words: text }, { onSuccess: onDone })
  }

  return (
    <form className={classes.words} noValidate onSubmit={save}>
      <TextField
        label={callTexts.addWords}
        hint={callTexts.wordsHint}
        error={error}
        value={text}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        ref={field}
        onChange={({ target }) => {
          setText(target.value)
          setError(null)
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" pending={saving.isPending}>
          {callTexts.save}
        </Button>
      </div>
    </form>
  )
}

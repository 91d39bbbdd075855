import appTexts from 'texts:app'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import classes from './copy-field.module.css'
import { TextField } from './text-field.tsx'

type CopyFieldProps = {
  label: string
  hint: string
  value: string
  isNew?: boolean
  children?: ReactNode
}

/** Shows a value that the server sends only once, and a button that copies the value. */
export function CopyField({ label, hint, value, isNew = true, children }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState('')
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome(appTexts.copied)
    } catch {
      // Browsers offer the clipboard only on https and on localhost, and may refuse the access.
      field.current?.select()
      setOutcome(appTexts.copyByHand)
    }
  }

  return (
    <div className={classes.made}>
      <TextField
        ref={field}
        label={label}
        hint={`${appTexts.copyNow} ${hint}`}
        value={value}
        dir="ltr"
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <div className={classes.actions}>
        <Button onClick={copy}>{appTexts.copy}</Button>
        {children}
        <p className={classes.hint} role="status">
          {outcome}
        </p>
      </div>
    </div>
  )
}

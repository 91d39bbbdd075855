import appTexts from 'texts:app'
import { type KeyboardEvent, useState } from 'react'
import iconButton from './icon-button.module.css'
import { EyeIcon, EyeOffIcon } from './icons.tsx'
import classes from './password-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const checkCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const show = (
    <button
      type="button"
      className={`${iconButton.inField} ${classes.show}`}
      aria-label={appTexts.showCharacters}
      aria-pressed={shown}
      disabled={props.disabled}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOffIcon /> : <EyeIcon />}
    </button>
  )
  return (
    <TextField
      required
      {...props}
      hint={capsLock ? appTexts.capsLock : props.hint}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      onKeyDown={checkCapsLock}
      onKeyUp={checkCapsLock}
      onBlur={() => setCapsLock(false)}
      after={show}
    />
  )
}

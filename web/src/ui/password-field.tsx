import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { EyeIcon, EyeOffIcon } from './icons.tsx'
import classes from './password-field.module.css'

/** A password input with a button that shows what was typed. */
export function PasswordField(props: TextInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      rightSectionWidth="3rem"
      rightSectionPointerEvents="all"
      rightSection={
        <button
          type="button"
          className={classes.show}
          aria-label="Show characters"
          aria-pressed={shown}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  )
}

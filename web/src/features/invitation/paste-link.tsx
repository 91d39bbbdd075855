import joinTexts from 'texts:join'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { keepLink, pastedCode } from '#features/account/opened-links.ts'
import { Button } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'

/** For users who have an invite link in another app, and cannot or do not want to open it in this browser. */
export function PasteLink() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PasteLinkForm />
  return (
    <Button variant="default" onClick={() => setOpen(true)}>
      {joinTexts.haveLink}
    </Button>
  )
}

function PasteLinkForm() {
  const navigate = useNavigate()
  const { field, onSubmit } = useForm({ link: text => (pastedCode(text) ? null : joinTexts.incomplete) })

  function open({ link }: { link: string }) {
    keepLink(pastedCode(link) ?? '', false)
    void navigate('/join')
  }

  return (
    <form
      className={form.form}
      noValidate
      onSubmit={onSubmit({ isPending: false, mutate: open, reset: () => {} })}
    >
      <TextField
        ref={takeFocus}
        label={joinTexts.link}
        autoComplete="off"
        dir="ltr"
        required
        {...field('link')}
      />
      <Button type="submit">{joinTexts.openLink}</Button>
    </form>
  )
}

// The field replaces the focused button.
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus()
}

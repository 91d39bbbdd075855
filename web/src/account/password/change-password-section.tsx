import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { site } from '#ui/site.ts'
import row from '../action-row.module.css'
import { signInMethodsQuery, useHasPassword } from '../sign-in-methods.ts'
import { ChangePasswordForm } from './change-password-form.tsx'

/** An account without a password, for example one created by a sign-in at the provider, can get its first password here. */
export function ChangePasswordSection({ className }: { className: string }) {
  const hasPassword = useHasPassword()
  const { refetch } = useQuery(signInMethodsQuery)
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const title = hasPassword ? profileTexts.changePassword : profileTexts.setPassword

  function open() {
    setChanged(false)
    setOpen(true)
  }

  function onChanged() {
    setOpen(false)
    setChanged(true)
    void refetch()
  }

  return (
    <section className={className} aria-label={title}>
      <div className={`spread ${row.row}`}>
        <p className={row.hint}>{hasPassword ? profileTexts.changePasswordHint : noPassword()}</p>
        <Button variant="default" onClick={open}>
          {title}
        </Button>
      </div>
      {isChanged && <AlertText message={profileTexts.passwordChanged} />}
      <Dialog opened={isOpen} title={title} onClose={() => setOpen(false)} size={420}>
        <ChangePasswordForm hasPassword={hasPassword} onChanged={onChanged} />
      </Dialog>
    </section>
  )
}

function noPassword(): string {
  return site.provider ? profileTexts.setPasswordHint(site.provider.name) : profileTexts.setPasswordAlone
}

import accountTexts from 'texts:account'
import accountPageTexts from 'texts:account-pages'
import appTexts from 'texts:app'
import profileTexts from 'texts:profile'
import { displayName, updateAccount } from '@grouplight/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import { sessionQuery, useAccount } from './account-queries.ts'
import { InitialsAvatar } from './initials-avatar.tsx'
import classes from './profile-form.module.css'

/** `children` stand beside the avatar. */
export function ProfileForm({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const account = useAccount()
  const input = useRef<HTMLInputElement>(null)
  const [typedName, setTypedName] = useState(account.displayName)
  const form = useForm({ displayName: schemaRule(displayName) })
  const saving = useMutation({
    mutationFn: ({ displayName }: { displayName: string; isUndo?: boolean }) =>
      call(updateAccount, { body: { displayName } }),
    onMutate: () => account.displayName,
    onSuccess: answer => queryClient.setQueryData(sessionQuery.queryKey, answer.account),
  })

  const former = saving.context
  const canUndo = saving.isSuccess && !saving.variables.isUndo && former !== saving.data.account.displayName

  // The Undo button disappears, so the focus moves to the field.
  function undo(displayName: string) {
    saving.mutate({ displayName, isUndo: true })
    setTypedName(displayName)
    if (!input.current) return
    input.current.value = displayName
    input.current.focus()
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(saving)}>
      <div className={classes.head}>
        <InitialsAvatar name={typedName.trim() || account.displayName} size={72} />
        {children}
      </div>
      <TextField
        ref={input}
        label={accountPageTexts.displayName}
        autoComplete="name"
        required
        defaultValue={account.displayName}
        onChange={event => setTypedName(event.target.value)}
        {...form.field('displayName')}
      />
      <TextField
        label={accountTexts.email}
        type="email"
        hint={profileTexts.emailFixed}
        value={account.email}
        readOnly
      />
      {saving.isSuccess && (
        <AlertText message={saving.variables.isUndo ? appTexts.undone : profileTexts.saved} />
      )}
      {canUndo && former !== undefined && (
        <Button variant="subtle" className={classes.undo} onClick={() => undo(former)}>
          {appTexts.undo}
        </Button>
      )}
      {saving.isError && <AlertText error={profileTexts.notSaved} />}
      <Button type="submit" className={classes.save} pending={saving.isPending}>
        {saving.isPending ? profileTexts.saving : profileTexts.saveChanges}
      </Button>
    </form>
  )
}

import { type Passkey, removePasskey, renamePasskey } from '@grouplight/contract/passkey.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/client.ts'
import { Phrase } from '#texts/phrase.tsx'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import classes from '#ui/section.module.css'
import { errorText } from '../confirmation/error-text.ts'
import { withConfirmation } from '../confirmation/with-confirmation.ts'
import { dayText, localDay } from '../day-text.ts'
import { passkeysQuery } from '../sign-in-methods.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'

type PasskeyItemProps = { passkey: Passkey; onRemoved: () => void }

export function PasskeyItem({ passkey, onRemoved }: PasskeyItemProps) {
  const { id: passkeyId, name, createdAt, lastUsedOn } = passkey
  const id = useId()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const refetch = () => queryClient.invalidateQueries(passkeysQuery)
  const params = { passkeyId }
  const renaming = useMutation({
    mutationFn: (name: string) => call(renamePasskey, { params, body: { name } }),
    onSuccess: close,
    // Also after an error, because a passkey that was not found has been removed elsewhere.
    onSettled: refetch,
  })
  const removing = useMutation({
    mutationFn: () => withConfirmation(() => call(removePasskey, { params })),
    onMutate: close,
    onSuccess: onRemoved,
    onSettled: refetch,
  })
  const failed = errorText(removing.error)

  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <bdi id={`${id}name`} className={classes.name}>
          {name}
        </bdi>
        <small className={classes.muted}>
          {profileTexts.added(localDay(createdAt))} ·{' '}
          {lastUsedOn ? profileTexts.lastUsed(dayText(lastUsedOn)) : profileTexts.neverUsed}
        </small>
      </div>
      <Button
        variant="default"
        id={`${id}rename`}
        aria-labelledby={`${id}rename ${id}name`}
        onClick={() => {
          renaming.reset()
          setAsked('rename')
        }}
      >
        {profileTexts.rename}
      </Button>
      <Button
        variant="subtle"
        color="red"
        id={`${id}remove`}
        aria-labelledby={`${id}remove ${id}name`}
        aria-disabled={removing.isPending}
        onClick={() => !removing.isPending && setAsked('remove')}
      >
        {profileTexts.remove}
      </Button>
      {failed && <AlertText error={failed} />}
      <PasskeyNameDialog
        opened={asked === 'rename'}
        title={profileTexts.renamePasskey}
        name={name}
        submit={profileTexts.save}
        action={renaming}
        error={errorText(renaming.error)}
        onClose={close}
      />
      <ConfirmDialog
        opened={asked === 'remove'}
        title={profileTexts.removePasskey}
        message={<Phrase text={profileTexts.removePasskeyQuestion} name={<bdi>{name}</bdi>} />}
        onCancel={close}
        onConfirm={() => removing.mutate()}
      />
    </li>
  )
}

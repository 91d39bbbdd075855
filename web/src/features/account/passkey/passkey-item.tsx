import profileTexts from 'texts:profile'
import { type Passkey, removePasskey, renamePasskey } from '@grouplight/contract/passkey.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/client.ts'
import { localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { ConfirmedRemoveButton, ItemButton, ItemName } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { errorText, withConfirmation } from '../confirmation/with-confirmation.ts'
import { dayText } from '../day-text.ts'
import { passkeysQuery } from '../sign-in-methods.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'

type PasskeyItemProps = { passkey: Passkey; onRemoved: () => void }

export function PasskeyItem({ passkey, onRemoved }: PasskeyItemProps) {
  const { id: passkeyId, name, createdAt, lastUsedOn } = passkey
  const id = useId()
  const queryClient = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const close = () => setRenaming(false)
  const refetch = () => queryClient.invalidateQueries(passkeysQuery)
  const params = { passkeyId }
  const renaming = useMutation({
    mutationFn: (name: string) => call(renamePasskey, { params, body: { name } }),
    onSuccess: close,
    // Fetches the list also after an error, because a passkey that was not found has been removed elsewhere.
    onSettled: refetch,
  })
  const removing = useMutation({
    mutationFn: () => withConfirmation(() => call(removePasskey, { params })),
    onSuccess: onRemoved,
    onSettled: refetch,
  })
  const failed = errorText(removing.error)

  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <ItemName id={id}>{name}</ItemName>
        <small className={classes.muted}>
          {profileTexts.added({ day: localDay(createdAt) })} ·{' '}
          {lastUsedOn ? profileTexts.lastUsed({ day: dayText(lastUsedOn) }) : profileTexts.neverUsed}
        </small>
      </div>
      <ItemButton
        nameId={id}
        onClick={() => {
          renaming.reset()
          setRenaming(true)
        }}
      >
        {profileTexts.rename}
      </ItemButton>
      <ConfirmedRemoveButton
        nameId={id}
        isBusy={removing.isPending}
        title={profileTexts.removePasskey}
        question={<Phrase text={profileTexts.removePasskeyQuestion} name={<bdi>{name}</bdi>} />}
        onClick={() => removing.mutate()}
      >
        {profileTexts.remove}
      </ConfirmedRemoveButton>
      {failed && <AlertText error={failed} />}
      <PasskeyNameDialog
        opened={isRenaming}
        title={profileTexts.renamePasskey}
        name={name}
        submit={profileTexts.save}
        action={renaming}
        error={errorText(renaming.error)}
        onClose={close}
      />
    </li>
  )
}

import appTexts from 'texts:app'
import operatorTexts from 'texts:operator'
import { deleteUserByOperator, type ListedUser } from '@grouplight/contract/operator.ts'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { RadioChoices } from '#ui/choices.tsx'
import { Dialog } from '#ui/dialog.tsx'
import form from '#ui/form.module.css'
import section from '#ui/section.module.css'
import { useSiteChange } from './site-queries.ts'

type DeletePersonDialogProps = {
  user: ListedUser
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks what becomes of the groups whose admin the person is. Who has only signed up has none. */
export function DeletePersonDialog({ user, opened, onClose, onDeleted }: DeletePersonDialogProps) {
  const [groups, setGroups] = useState<'offer' | 'delete'>('offer')
  const deleting = useSiteChange(async () => {
    await call(deleteUserByOperator, { params: { userId: user.id }, query: { groups } })
    onDeleted()
  })
  const failed = errorText(deleting.error)
  return (
    <Dialog
      opened={opened}
      title={operatorTexts.deletePerson}
      onClose={onClose}
      size={420}
      withCloseButton={false}
    >
      <div className={form.form}>
        <p className={section.hint}>
          <Phrase text={operatorTexts.deleteQuestion} name={<bdi>{user.displayName || user.email}</bdi>} />
        </p>
        {user.state !== 'unverified' && (
          <RadioChoices
            legend={operatorTexts.theirGroups}
            name="groups"
            options={[
              { value: 'offer', label: operatorTexts.groupsOffered },
              { value: 'delete', label: operatorTexts.groupsDeleted },
            ]}
            chosen={groups}
            onChange={setGroups}
          />
        )}
        {failed && <AlertText error={failed} />}
        <div className={form.choices}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {appTexts.cancel}
          </Button>
          <Button color="red" pending={deleting.isPending} onClick={() => deleting.mutate()}>
            {appTexts.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

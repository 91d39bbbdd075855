import { useEffect } from 'react'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useStore } from '#ui/store.ts'
import { ConfirmationForm } from './confirmation-form.tsx'
import { closeConfirmationRequest, confirmationRequest } from './with-confirmation.ts'

const cancel = () => closeConfirmationRequest('onCancelled')

export function ConfirmationDialog() {
  const request = useStore(confirmationRequest)
  useEffect(() => cancel, [])
  return (
    <Dialog
      opened={request !== null}
      title={profileTexts.isItYou}
      onClose={cancel}
      size={420}
      withCloseButton={false}
    >
      <ConfirmationForm onConfirmed={() => closeConfirmationRequest('onConfirmed')} onCancel={cancel} />
    </Dialog>
  )
}

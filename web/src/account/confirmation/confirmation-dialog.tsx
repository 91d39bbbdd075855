import { useEffect } from 'react'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useStore } from '#ui/store.ts'
import { closeQuestion, question } from './after-confirmation.ts'
import { ConfirmationForm } from './confirmation-form.tsx'

const cancel = () => closeQuestion('onCancelled')

/** Asks the user for the confirmation that a request requires. The question ends when the user leaves the page. */
export function ConfirmationDialog() {
  const asked = useStore(question)
  useEffect(() => cancel, [])
  return (
    <Dialog
      opened={asked !== null}
      title={profileTexts.isItYou}
      onClose={cancel}
      size={420}
      withCloseButton={false}
    >
      <ConfirmationForm onConfirmed={() => closeQuestion('onConfirmed')} onCancel={cancel} />
    </Dialog>
  )
}

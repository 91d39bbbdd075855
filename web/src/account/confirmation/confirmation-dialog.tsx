import { profileTexts } from '#texts/profile/profile-texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useStore } from '#ui/store.ts'
import { closeQuestion, question } from './after-confirmation.ts'
import { ConfirmationForm } from './confirmation-form.tsx'

/** Asks whether it is really the user, before they change how they sign in. */
export function ConfirmationDialog() {
  const asked = useStore(question)
  const cancel = () => closeQuestion('onCancelled')
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

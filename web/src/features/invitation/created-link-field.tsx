import invitationDialogTexts from 'texts:invitation-dialogs'
import type { InviteLink } from '@grouplight/contract/invite-link.ts'
import { useQuery } from '@tanstack/react-query'
import { groupQuery } from '#features/group/group-queries.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import classes from './invite-links.module.css'

const QrScreen = lazyWithPreload(() => import('./qr-screen.tsx'), 'QrScreen')

/** The server sends the address only once, in the response to the request that creates the link. */
export type CreatedLink = { link: InviteLink; address: string }

type CreatedLinkFieldProps = {
  groupId: string
  address: string
  /** False if the link was made before the dialog was opened. Then the field with the address does not get the focus. */
  isNew: boolean
}

export function CreatedLinkField({ groupId, address, isNew }: CreatedLinkFieldProps) {
  const { data: groupName = '' } = useQuery({ ...groupQuery(groupId), select: ({ name }) => name })
  const qrCode = useLazyDialog(QrScreen, { address, groupName })

  return (
    <div className={classes.made}>
      <CopyField
        label={invitationDialogTexts.link}
        hint={invitationDialogTexts.shownOnce}
        value={address}
        texts={invitationDialogTexts}
        isNew={isNew}
      >
        <Button variant="default" onClick={qrCode.open}>
          {invitationDialogTexts.showQrCode}
        </Button>
        {'share' in navigator && (
          <Button variant="default" onClick={() => share(groupName, address)}>
            {invitationDialogTexts.share}
          </Button>
        )}
      </CopyField>
      {qrCode.dialog}
    </div>
  )
}

function share(title: string, url: string): void {
  // The promise is rejected if the user closes the system's dialog without sharing.
  navigator.share({ title, url }).catch(() => {})
}

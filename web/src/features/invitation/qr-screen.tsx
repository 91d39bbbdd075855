import invitationDialogTexts from 'texts:invitation-dialogs'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { CloseButton } from '#ui/dialog.tsx'
import { openModal } from '#ui/modals.ts'
import { QrCode } from '#ui/qr-code.tsx'
import classes from './qr-screen.module.css'

type QrScreenProps = {
  address: string
  groupName: string
  onShare: () => void
  opened: boolean
  onClose: () => void
}

/** The QR code is dark on white even in dark mode, so that cameras can read it. */
export function QrScreen({ opened, ...rest }: QrScreenProps) {
  return opened && createPortal(<OpenQrScreen {...rest} />, document.body)
}

function OpenQrScreen({ address, groupName, onShare, onClose }: Omit<QrScreenProps, 'opened'>) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (ref.current ? openModal(ref.current) : undefined), [])
  return (
    <dialog
      ref={ref}
      className={classes.screen}
      aria-label={invitationDialogTexts.qrCode({ group: groupName })}
      onClose={onClose}
    >
      <CloseButton className={classes.close} onClick={onClose} />
      <h2 className={classes.name}>
        <bdi>{groupName}</bdi>
      </h2>
      <QrCode
        className={classes.code}
        address={address}
        label={invitationDialogTexts.qrCode({ group: groupName })}
      />
      <p>{invitationDialogTexts.scan}</p>
      {'share' in navigator && (
        <Button
          className={classes.share}
          onClick={() => {
            onClose()
            onShare()
          }}
        >
          {invitationDialogTexts.share}
        </Button>
      )}
    </dialog>
  )
}

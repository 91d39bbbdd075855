import invitationDialogTexts from 'texts:invitation-dialogs'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { encode } from 'uqr'
import { CloseButton } from '#ui/dialog.tsx'
import { openModal } from '#ui/modals.ts'
import classes from './qr-screen.module.css'

type QrScreenProps = { address: string; groupName: string; opened: boolean; onClose: () => void }

/** The QR code is dark on white even in dark mode, so that cameras can read it. */
export function QrScreen({ opened, ...rest }: QrScreenProps) {
  return opened && createPortal(<OpenQrScreen {...rest} />, document.body)
}

function OpenQrScreen({ address, groupName, onClose }: Omit<QrScreenProps, 'opened'>) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (ref.current ? openModal(ref.current) : undefined), [])
  const { size, data } = encode(address, { ecc: 'M', border: 4 })
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
      <svg
        className={classes.code}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={invitationDialogTexts.qrCode({ group: groupName })}
      >
        <path d={data.flatMap(squares).join('')} />
      </svg>
      <p>{invitationDialogTexts.scan}</p>
    </dialog>
  )
}

function squares(row: boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))
}

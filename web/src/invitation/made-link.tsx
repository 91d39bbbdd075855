import type { InviteLink } from '@grouplight/contract/invite-link.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { groupQuery } from '#group/group-queries.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { TextField } from '#ui/text-field.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.ts'
import classes from './by-link.module.css'

const QrScreen = lazyWithPreload(async () => (await import('./qr-screen.tsx')).QrScreen)

/** A new link with its address. Only the response to its creation contains the address. */
export type NewLink = { link: InviteLink; address: string }

type MadeLinkProps = {
  groupId: string
  address: string
  /** False if the link was made before the dialog was opened. Then it does not take the focus. */
  isNew: boolean
}

/** Shows the address of a new link, and passes it on: by copying, by the device's sharing and as a QR code. */
export function MadeLink({ groupId, address, isNew }: MadeLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState('')
  const { data: groupName = '' } = useQuery({ ...groupQuery(groupId), select: ({ name }) => name })
  const qrCode = useLazyDialog(QrScreen)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome(invitationTexts.copied)
    } catch {
      // Browsers offer the clipboard only on https and on localhost.
      field.current?.select()
      setOutcome(invitationTexts.notCopied)
    }
  }

  return (
    <div className={classes.made}>
      <TextField
        ref={field}
        label={invitationTexts.link}
        hint={invitationTexts.shownOnce}
        value={address}
        dir="ltr"
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <div className={classes.actions}>
        <Button onClick={copy}>{invitationTexts.copy}</Button>
        <Button variant="default" onClick={qrCode.open}>
          {invitationTexts.showQrCode}
        </Button>
        {'share' in navigator && (
          <Button variant="default" onClick={() => share(groupName, address)}>
            {invitationTexts.share}
          </Button>
        )}
        <p className={classes.hint} role="status">
          {outcome}
        </p>
      </div>
      {qrCode.opened !== undefined && (
        <QrScreen address={address} groupName={groupName} opened={qrCode.opened} onClose={qrCode.close} />
      )}
    </div>
  )
}

function share(title: string, url: string): void {
  // It is rejected if the user closes the device's dialog.
  navigator.share({ title, url }).catch(() => {})
}

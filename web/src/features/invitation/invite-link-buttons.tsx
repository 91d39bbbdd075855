import appTexts from 'texts:app'
import invitationDialogTexts from 'texts:invitation-dialogs'
import { createInviteLink, defaultLinkLifetime, defaultLinkUses } from '@grouplight/contract/invite-link.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { TextField } from '#ui/text-field.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { inviteLinksQuery, type LinkChoices } from './invite-link-queries.ts'
import classes from './invite-links.module.css'

const QrScreen = lazyWithPreload(() => import('./qr-screen.tsx'), 'QrScreen')

export const usualChoices: LinkChoices = {
  lifetime: defaultLinkLifetime,
  maxUses: defaultLinkUses,
  needsApproval: false,
}

type InviteLinkButtonsProps = { groupId: string; groupName: string; choices?: LinkChoices }

/** The link is made on the first tap. Later taps get the same link while it works. */
export function InviteLinkButtons({ groupId, groupName, choices = usualChoices }: InviteLinkButtonsProps) {
  const [outcome, setOutcome] = useState<'copied' | 'copy by hand'>()
  const making = useMutation({
    mutationFn: () => call(createInviteLink, { params: { groupId }, body: choices }),
    onSuccess: ({ link }, _, __, { client }) =>
      client.setQueryData(
        inviteLinksQuery(groupId).queryKey,
        cached => cached && [link, ...cached.filter(({ id }) => id !== link.id)],
      ),
  })
  const address = making.data?.address ?? ''
  const qrCode = useLazyDialog(QrScreen, {
    address,
    groupName,
    onShare: () => pass(address => share(groupName, address)),
  })

  /** Some browsers refuse the clipboard or the sharing. Then the user gets the address in a field. */
  async function pass(on: (address: Promise<string>) => Promise<'copied' | undefined>) {
    if (making.isPending) return
    setOutcome(undefined)
    const address = making.mutateAsync().then(({ address }) => address)
    try {
      setOutcome(await on(address))
    } catch {
      await address.then(
        () => setOutcome('copy by hand'),
        () => {}, // The alert below says why no link was made.
      )
    }
  }

  return (
    <div className={classes.buttons}>
      <Button data-autofocus pending={making.isPending} onClick={() => pass(copy)}>
        {invitationDialogTexts.copyLink}
      </Button>
      <Button
        variant="default"
        pending={making.isPending}
        onClick={() => pass(address => address.then(qrCode.open).then(() => undefined))}
      >
        {invitationDialogTexts.showQrCode}
      </Button>
      {outcome === 'copy by hand' && (
        <TextField
          ref={selectAll}
          label={invitationDialogTexts.link}
          hint={appTexts.copyByHand}
          value={address}
          dir="ltr"
          readOnly
        />
      )}
      <p className={classes.hint} role="status">
        {outcome === 'copied' && invitationDialogTexts.linkCopied}
      </p>
      {making.isError && (
        <AlertText error={invitationDialogTexts.linkNotMade({ why: problemText(making.error) })} />
      )}
      {qrCode.dialog}
    </div>
  )
}

/** Some browsers allow the clipboard only directly after the tap. So it gets a promise, not the address. */
async function copy(address: Promise<string>): Promise<'copied'> {
  const text = address.then(address => new Blob([address], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
  return 'copied'
}

async function share(title: string, address: Promise<string>): Promise<undefined> {
  try {
    await navigator.share({ title, url: await address })
  } catch (error) {
    // The user has closed the system's dialog without sharing.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

function selectAll(field: HTMLInputElement | null): void {
  field?.select()
}

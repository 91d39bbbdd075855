import ringingDialogTexts from 'texts:ringing-dialogs'
import type { Device } from '@grouplight/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { howToAllow } from './device-name.ts'
import { addThisDevice } from './device-queries.ts'
import { HomeScreenSteps } from './home-screen-steps.tsx'
import { SubscriptionError } from './push-subscription.ts'
import { pushSupport } from './push-support.ts'

type RingHereProps = {
  publicKey: string | null
  permission: NotificationPermission
  device: Device | undefined
}

export function RingHere({ publicKey, permission, device }: RingHereProps) {
  const support = pushSupport()
  if (publicKey === null) return <p>{ringingDialogTexts.off}</p>
  if (support === 'unsupported') return <p>{ringingDialogTexts.unsupported}</p>
  if (support === 'home-screen') return <HomeScreenSteps />
  if (permission === 'denied')
    return (
      <p role="status">
        <strong>{ringingDialogTexts.denied}</strong> {howToAllow()}
      </p>
    )
  return (
    <RingButton publicKey={publicKey} isRinging={permission === 'granted' && device?.isConfirmed === true} />
  )
}

function RingButton({ publicKey, isRinging }: { publicKey: string; isRinging: boolean }) {
  const { uid } = useAccount()
  const queryClient = useQueryClient()
  const adding = useMutation({
    mutationFn: async () => {
      // A browser asks for the permission only directly after a tap, so nothing may be awaited before this call.
      if ((await Notification.requestPermission()) === 'granted')
        await addThisDevice(queryClient, uid, publicKey)
    },
  })
  const [wasSilent, setWasSilent] = useState(!isRinging)
  if (!isRinging && !wasSilent) setWasSilent(true)

  if (isRinging) return wasSilent ? <AlertText message={ringingDialogTexts.ringsNow} /> : null
  return (
    <>
      <Button className={section.start} pending={adding.isPending} onClick={() => adding.mutate()}>
        {ringingDialogTexts.ringHere}
      </Button>
      {adding.isError && <AlertText error={ringingDialogTexts.notAdded({ why: reasonOf(adding.error) })} />}
    </>
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof SubscriptionError)) return problemText(error)
  return 'brave' in navigator ? ringingDialogTexts.notSubscribedInBrave : ringingDialogTexts.notSubscribed
}

import ringingDialogTexts from 'texts:ringing-dialogs'
import { type Device, removeDevice, testDevice } from '@grouplight/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { ItemButton, ItemName, RemoveButton } from '#ui/list-item.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import classes from '#ui/section.module.css'
import { devicesQuery, forgetThisDevice } from './device-queries.ts'

type DeviceItemProps = {
  device: Device
  onTested: () => void
}

export function DeviceItem({ device, onTested }: DeviceItemProps) {
  const { id: deviceId, name, isConfirmed, isThisBrowser } = device
  const id = useId()
  const { uid } = useAccount()
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries(devicesQuery)
  const refetchIfGone = (error: unknown) => {
    if (problemCode(error) === 'device-not-found') return refetch()
  }
  const testing = useMutation({
    mutationFn: () => call(testDevice, { params: { deviceId } }),
    onSuccess: onTested,
    onError: refetchIfGone,
  })
  const removing = useMutation({
    mutationFn: async () => {
      await call(removeDevice, { params: { deviceId } })
      if (isThisBrowser) await forgetThisDevice(uid)
    },
    onSuccess: refetch,
    onError: refetchIfGone,
  })

  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <ItemName id={id}>{name}</ItemName>
        {isThisBrowser && <span className={classes.mark}>{ringingDialogTexts.thisBrowser}</span>}
        <DeviceTimes device={device} />
        {testing.isSuccess && (
          <small className={classes.muted} role="status">
            {ringingDialogTexts.testSent}
          </small>
        )}
      </div>
      {isConfirmed && (
        <ItemButton nameId={id} isBusy={testing.isPending} onClick={() => testing.mutate()}>
          {ringingDialogTexts.sendTest}
        </ItemButton>
      )}
      <RemoveButton nameId={id} isBusy={removing.isPending} onClick={() => removing.mutate()}>
        {ringingDialogTexts.remove}
      </RemoveButton>
      {testing.isError && (
        <AlertText error={ringingDialogTexts.notTested({ why: problemText(testing.error) })} />
      )}
      {removing.isError && (
        <AlertText error={ringingDialogTexts.notRemoved({ why: problemText(removing.error) })} />
      )}
    </li>
  )
}

function DeviceTimes({ device: { isConfirmed, createdAt, rungAt } }: { device: Device }) {
  if (!isConfirmed) return <small className={classes.muted}>{ringingDialogTexts.waiting}</small>
  return (
    <small className={classes.muted}>
      <Phrase text={ringingDialogTexts.added} when={<RelativeTime at={createdAt} />} />
      {rungAt && <Phrase text={ringingDialogTexts.lastRung} when={<RelativeTime at={rungAt} />} />}
    </small>
  )
}

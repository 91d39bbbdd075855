import ringingDialogTexts from 'texts:ringing-dialogs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import classes from '#ui/section.module.css'
import { appName } from '#ui/site.ts'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useCanRing } from './can-ring.ts'
import { DeviceItem } from './device-item.tsx'
import { devicesQuery } from './device-queries.ts'
import { RingHere } from './ring-here.tsx'
import { CallEmailSwitch, RingingSettings } from './ringing-settings.tsx'

const checkMs = 2_000
const testMs = 15_000
// The server deletes devices that are not confirmed within this time.
const confirmationMs = 10 * 60_000

export function RingingSection({ className }: { className?: string | undefined }) {
  const pollsUntil = useRef(0)
  const queryClient = useQueryClient()
  const { data, error } = useQuery({
    ...devicesQuery,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const isWaiting = state.data?.devices.some(
        ({ isConfirmed, createdAt }) => !isConfirmed && Date.now() < Date.parse(createdAt) + confirmationMs,
      )
      return isWaiting || Date.now() < pollsUntil.current ? checkMs : false
    },
  })
  const canRing = useCanRing()
  const permission = useNotificationPermission()
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  useRefetchOnConfirmation()

  function pollAfterTest() {
    // The push service may refuse the test push because the subscription has ended. Then the server deletes the device. So the
    // list of devices is fetched repeatedly for 15 s.
    pollsUntil.current = Date.now() + testMs
    void queryClient.invalidateQueries(devicesQuery)
  }

  return (
    <section className={className} aria-labelledby="devices" onFocus={onFocus}>
      <h2 id="devices" ref={heading} tabIndex={-1} className={classes.title}>
        {ringingDialogTexts.title}
      </h2>
      <p className={classes.hint}>
        {ringingDialogTexts.what({ appName })} {ringingDialogTexts.noPager}
      </p>
      {!data && error && <AlertText error={problemText(error)} />}
      {data && (
        <RingHere
          publicKey={data.publicKey}
          permission={permission}
          device={data.devices.find(({ isThisBrowser }) => isThisBrowser)}
        />
      )}
      {data && data.devices.length > 0 && (
        <ul className={classes.list} aria-label={ringingDialogTexts.devices}>
          {data.devices.map(device => (
            <DeviceItem key={device.id} device={device} onTested={pollAfterTest} />
          ))}
        </ul>
      )}
      {(canRing || (data && data.devices.length > 0)) && (
        <RingingSettings onUnmuted={() => heading.current?.focus()} />
      )}
      <CallEmailSwitch />
    </section>
  )
}

function useRefetchOnConfirmation(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = ({ data }: MessageEvent) => {
      if (data?.type === 'device-confirmed') void queryClient.invalidateQueries(devicesQuery)
    }
    navigator.serviceWorker?.addEventListener('message', refetch)
    return () => navigator.serviceWorker?.removeEventListener('message', refetch)
  }, [queryClient])
}

/** Returns 'denied' if the browser cannot show notifications. */
function useNotificationPermission(): NotificationPermission {
  return useSyncExternalStore(subscribe, () =>
    'Notification' in window ? Notification.permission : 'denied',
  )
}

function subscribe(listener: () => void): () => void {
  let permission: PermissionStatus | undefined
  let isSubscribed = true
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then(status => {
      if (!isSubscribed) return
      permission = status
      permission.addEventListener('change', listener)
    })
    .catch(() => {})
  return () => {
    isSubscribed = false
    permission?.removeEventListener('change', listener)
  }
}

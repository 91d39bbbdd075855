import { addDevice, type Device, listDevices } from '@grouplight/contract/device.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { isOutage } from '#api/query-client.ts'
import { language } from '#texts/language.ts'
import { deviceName } from './device-name.ts'
import { currentSubscription, subscribe } from './push-subscription.ts'
import { rememberRinging } from './ringing-wish.ts'

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call(listDevices, { signal }),
})

/** Subscribes this browser, and adds it to the user's devices. A device that the server already has is only refreshed. */
export async function addThisDevice(
  queryClient: QueryClient,
  userId: string,
  publicKey: string,
): Promise<Device> {
  const subscription = await subscribe(publicKey)
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  try {
    const body = { endpoint, p256dh, auth, name: deviceName(), language }
    const device = await call(addDevice, { body })
    rememberRinging(userId, device.isConfirmed ? endpoint : '')
    await queryClient.invalidateQueries(devicesQuery)
    return device
  } catch (error) {
    // A subscription that the server refuses must not stay in the browser.
    if (!isOutage(error)) await subscription.unsubscribe()
    throw error
  }
}

/** Ends the subscription of this browser, because the user does not want it to ring. */
export async function forgetThisDevice(userId: string): Promise<void> {
  rememberRinging(userId, null)
  await (await currentSubscription())?.unsubscribe()
}

import { addDevice, type Device, listDevices } from '@grouplight/contract/device.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { isOutage } from '#api/query-client.ts'
import { deviceName } from './device-name.ts'
import { currentSubscription, subscribe } from './push-subscription.ts'
import { rememberRinging } from './ringing-wish.ts'

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call(listDevices, { signal }),
})

/**
 * `publicKey` is the public half of the push key. If the subscription already belongs to a confirmed device, the server only updates
 * the device. Throws a `SubscriptionError` if the browser cannot be subscribed, and a `ProblemError` if the request fails.
 */
export async function addThisDevice(
  queryClient: QueryClient,
  userId: string,
  publicKey: string,
): Promise<Device> {
  const subscription = await subscribe(publicKey)
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  try {
    const body = { endpoint, p256dh, auth, name: deviceName() }
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

/** Sends nothing to the server. */
export async function forgetThisDevice(userId: string): Promise<void> {
  rememberRinging(userId, null)
  await (await currentSubscription())?.unsubscribe()
}

import type { QueryClient } from '@tanstack/react-query'
import { addThisDevice, devicesQuery, forgetThisDevice } from './device-queries.ts'
import { currentSubscription } from './push-subscription.ts'
import { pushSupport } from './push-support.ts'
import { ringingEndpoint } from './ringing-wish.ts'

/**
 * Registers this browser as a device if the user wants it to ring and notifications are still allowed. This replaces a subscription
 * that the browser has ended, and keeps the server from deleting the device: it deletes devices after 60 days without
 * registration. A device that was removed although its subscription has not changed is not added again.
 */
export async function keepRinging(queryClient: QueryClient, userId: string): Promise<void> {
  const confirmed = ringingEndpoint(userId)
  if (confirmed === null || pushSupport() !== 'supported' || Notification.permission !== 'granted') return
  const { publicKey, devices } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
  if (publicKey === null) return
  const subscription = await currentSubscription()
  const isUnchanged = subscription !== null && subscription.endpoint === confirmed
  // The confirmed subscription still exists, but the device is missing: the user or the server has removed it.
  if (isUnchanged && !devices.some(({ isThisBrowser }) => isThisBrowser)) await forgetThisDevice(userId)
  else await addThisDevice(queryClient, userId, publicKey)
}

import type { QueryClient } from '@tanstack/react-query'
import { addThisDevice, devicesQuery, forgetThisDevice } from './device-queries.ts'
import { currentSubscription } from './push-subscription.ts'
import { pushSupport } from './push-support.ts'
import { ringingEndpoint } from './ringing-wish.ts'

/**
 * Registers this browser as a device again, if the user wanted it to ring. Browsers end subscriptions without saying so, and
 * the server deletes devices that were not registered again within 60 days. Does nothing if notifications are not allowed any
 * more.
 */
export async function keepRinging(queryClient: QueryClient, userId: string): Promise<void> {
  const confirmed = ringingEndpoint(userId)
  if (confirmed === null || pushSupport() !== 'supported' || Notification.permission !== 'granted') return
  const { publicKey, devices } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
  if (publicKey === null) return
  const subscription = await currentSubscription()
  const isUnchanged = subscription !== null && subscription.endpoint === confirmed
  // A device that is missing was removed by the user on another device, or deleted by the server. The browser stays silent.
  if (isUnchanged && !devices.some(({ isThisBrowser }) => isThisBrowser)) await forgetThisDevice(userId)
  else await addThisDevice(queryClient, userId, publicKey)
}

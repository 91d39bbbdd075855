import type { QueryClient } from '@tanstack/react-query'
import { addThisDevice, devicesQuery, forgetThisDevice } from './device-queries.ts'
import { currentSubscription } from './push-subscription.ts'
import { pushSupport } from './push-support.ts'
import { ringingEndpoint } from './ringing-wish.ts'

/**
 * Registers this browser again if the user wants it to ring. The browser may have ended its subscription, and the server deletes
 * devices that were last registered more than 60 days ago.
 */
export async function keepRinging(queryClient: QueryClient, userId: string): Promise<void> {
  const confirmed = ringingEndpoint(userId)
  if (confirmed === null || pushSupport() !== 'supported' || Notification.permission !== 'granted') return
  const { publicKey, devices } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
  if (publicKey === null) return
  const subscription = await currentSubscription()
  const isUnchanged = subscription !== null && subscription.endpoint === confirmed
  // If the confirmed subscription still exists but the device is missing, the user or the server has removed the device.
  if (isUnchanged && !devices.some(({ isThisBrowser }) => isThisBrowser)) await forgetThisDevice(userId)
  else await addThisDevice(queryClient, userId, publicKey)
}

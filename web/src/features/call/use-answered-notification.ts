import { topicOfCall } from '@grouplight/contract/push.ts'
import { useEffect } from 'react'
import { usePageHidden } from '#ui/use-page-hidden.ts'

/**
 * Closes the notification of a call that is answered or has ended, as soon as the user looks at the page. The answer may have come from
 * another device.
 */
export function useAnsweredNotification(callId: string, isAnswered: boolean): void {
  const isHidden = usePageHidden()
  useEffect(() => {
    if (isAnswered && !isHidden) void closeNotifications(topicOfCall(callId))
  }, [callId, isAnswered, isHidden])
}

async function closeNotifications(tag: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications({ tag })) ?? []) shown.close()
}

import { pushSupport } from './push-support.ts'

const prefix = 'ringing-offered '
const answered = 'answered'

/**
 * Ringing is offered to a user once, below one status notification. Returns the id of this notification: the one below which the
 * offer was first shown, or else the newest. Returns undefined if there is nothing to offer.
 */
export function offerPlace(userId: string, newestStatusId: number | undefined): number | undefined {
  const support = pushSupport()
  if (support === 'unsupported') return undefined
  if (support === 'supported' && Notification.permission === 'denied') return undefined
  try {
    const place = localStorage.getItem(prefix + userId)
    if (place === answered) return undefined
    return place ? Number(place) : newestStatusId
  } catch {
    // Storage is forbidden, so an answer could not be remembered.
    return undefined
  }
}

export function rememberOfferPlace(userId: string, notificationId: number): void {
  localStorage.setItem(prefix + userId, String(notificationId))
}

export function rememberOfferAnswer(userId: string): void {
  localStorage.setItem(prefix + userId, answered)
}

/** Returns whether a user of this browser has answered the offer. True if that cannot be known. */
export function isOfferAnswered(): boolean {
  try {
    return Object.entries(localStorage).some(([key, value]) => key.startsWith(prefix) && value === answered)
  } catch {
    return true
  }
}

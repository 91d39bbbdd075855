import { pushSupport } from './push-support.ts'

const prefix = 'ringing-offered '
const answered = 'answered'

/**
 * Returns the id of the notification below which `RingOffer` is shown: the one below which it was first shown, or else
 * `newestStatusId`, the newest one about a member who became Available. Returns undefined if the user has answered the offer, if
 * this browser cannot ring, or if storage is forbidden.
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
    // Storage is forbidden, so the answer to an offer could not be saved.
    return undefined
  }
}

export function rememberOfferPlace(userId: string, notificationId: number): void {
  save(userId, String(notificationId))
}

export function rememberOfferAnswer(userId: string): void {
  save(userId, answered)
}

function save(userId: string, value: string): void {
  try {
    localStorage.setItem(prefix + userId, value)
  } catch {
    // Storage is full, so the offer may be shown again.
  }
}

/** Returns whether any user of this browser has answered `RingOffer`. Also returns true if storage is forbidden. */
export function isOfferAnswered(): boolean {
  try {
    return Object.entries(localStorage).some(([key, value]) => key.startsWith(prefix) && value === answered)
  } catch {
    return true
  }
}

import { pushSupport } from './push-support.ts'

const prefix = 'ringing-offered '
const answered = 'answered'
const joined = 'joined'

/** Returns false if the user has answered the offer, if this browser cannot ring, or if storage is forbidden. */
export function mayOfferRinging(userId: string): boolean {
  const support = pushSupport()
  if (support === 'unsupported') return false
  if (support === 'supported' && Notification.permission === 'denied') return false
  try {
    return localStorage.getItem(prefix + userId) === null
  } catch {
    // Storage is forbidden, so the answer to an offer could not be saved.
    return false
  }
}

/** Must be called when the user has joined a group. `FirstSteps` then replaces `RingOffer`. */
export function offerFirstSteps(userId: string): void {
  try {
    if (localStorage.getItem(prefix + userId) !== answered) save(userId, joined)
  } catch {
    // Storage is forbidden.
  }
}

export function hasFirstSteps(userId: string): boolean {
  try {
    return localStorage.getItem(prefix + userId) === joined
  } catch {
    return false
  }
}

export function rememberRingOfferAnswer(userId: string): void {
  save(userId, answered)
}

function save(userId: string, value: string): void {
  try {
    localStorage.setItem(prefix + userId, value)
  } catch {
    // Storage is full, so nothing is saved.
  }
}

/** Returns whether any user of this browser has answered `RingOffer`. Also returns true if storage is forbidden. */
export function isRingOfferAnswered(): boolean {
  try {
    return Object.entries(localStorage).some(([key, value]) => key.startsWith(prefix) && value === answered)
  } catch {
    return true
  }
}

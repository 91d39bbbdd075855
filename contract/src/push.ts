/** What tells somebody of a call has this tag, so that the newest notification replaces the others. */
export function topicOfCall(callId: string): string {
  return `call ${callId}`
}

/**
 * The service worker carries out the action that the user chooses, and opens no page.
 * - 'mute' mutes all devices of the user for an hour.
 * - 'confirm' confirms that the user is still Available in the group of the push.
 * - 'end' makes the user Unavailable in this group.
 * - 'available' makes the user Available in this group, with the end `until` and the note `note`. It also replaces the end and the
 *   note of a user who is already Available.
 * - 'stopReminding' turns off the reminders of ends.
 * - 'can' and 'cannot' answer the call `callId`, and 'take-back' takes the answer back.
 * - 'dismiss' only closes the notification.
 */
export type PushAction =
  | 'mute'
  | 'confirm'
  | 'end'
  | 'available'
  | 'stopReminding'
  | 'can'
  | 'cannot'
  | 'take-back'
  | 'dismiss'

/** A declarative web push, which Safari shows even if the service worker fails. In other browsers, the service worker shows it. */
export type PushPayload = {
  web_push: 8030
  /** Safari runs the service worker only if this is true. */
  mutable: true
  notification: {
    title: string
    body: string
    /** The absolute address that a click opens. If it contains the id of a notice, the page marks the notice as read. */
    navigate: string
    lang: string
    dir: 'ltr' | 'rtl'
    tag: string
    silent: boolean
    /** Actions have no `navigate`: a click on one calls the service worker and opens no address. Safari shows no actions. */
    actions?: { action: PushAction; title: string }[]
    data: {
      kind: string
      groupId?: string
      noticeId?: number
      userId?: string
      until?: string
      /** The present note. The action 'available' sends it, because a note that is left out would be removed. */
      note?: string
      token?: string
      callId?: string
    }
  }
  app_badge: number
}

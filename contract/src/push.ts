/** The sentences of pushes that are not in `notificationSentences`. */
export const pushSentences = {
  available: '{user} is now available',
  availableUnnamed: 'Somebody is available',
  unnamed: 'Something happened in your groups.',
  mute: 'Mute for 1 h',
  invited: '{user} invites you',
  confirmation: 'This device rings now.',
  test: 'This is a test.',
  unseen: 'Please open {app} in the next few days. Otherwise this device stops ringing.',
}

export type PushSentence = keyof typeof pushSentences

/**
 * The JSON of a push, in the form of a declarative web push. Safari shows it even if the service worker fails. In browsers
 * without declarative web push, the service worker shows the notification.
 */
export type PushPayload = {
  web_push: 8030
  /** Safari runs the service worker only if this is true. */
  mutable: true
  notification: {
    title: string
    body: string
    /** The absolute address that a click opens. If it names a notice, the page marks the notice as read. */
    navigate: string
    lang: string
    dir: 'ltr' | 'rtl'
    /** A notification replaces an earlier one with the same tag. */
    tag: string
    silent: false
    /** The actions have no address, because browsers would open it instead of asking the service worker. Safari shows none. */
    actions?: { action: 'mute'; title: string }[]
    data: {
      kind: string
      groupId?: string
      noticeId?: number
      /** The token with which the service worker confirms the device. */
      token?: string
    }
  }
  /** The user's number of unread notifications. */
  app_badge: number
}

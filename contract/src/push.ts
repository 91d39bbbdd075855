export const pushSentences = {
  available: '{user} is now available',
  availableUnnamed: 'Somebody is available',
  unnamed: 'Something happened in your groups.',
  mute: 'Mute for 1 h',
  invited: '{user} invites you',
  confirmation: 'This device rings now.',
  test: 'This is a test.',
  askedUnnamed: 'Are you still available?',
  stillAvailable: 'Yes',
  notAnyMore: 'Not any more',
  prompt: 'Are you available in {group}?',
  promptUnnamed: 'Are you available?',
  until: 'Until {time}',
  groupUntil: '{group} · until {time}',
  ending: 'Your availability ends at {time}',
  endingSoon: 'Your availability ends soon',
  oneMoreHour: '+1 hour',
  endNow: 'End now',
  notToday: 'Not today',
  unseen: 'Please open {app} in the next few days. Otherwise this device stops ringing.',
}

export type PushSentence = keyof typeof pushSentences

/**
 * What the service worker does when the user chooses an action of a push. It opens no page. 'confirm', 'end' and 'available' apply
 * to the group of the push.
 * 'mute' mutes all devices of the user for an hour.
 * 'confirm' confirms that the user is still Available.
 * 'end' makes the user Unavailable.
 * 'available' makes the user Available until `until` with the note `note`. It does so even if the user is already Available.
 * 'dismiss' only closes the notification.
 */
export type PushAction = 'mute' | 'confirm' | 'end' | 'available' | 'dismiss'

/** A declarative web push. Safari shows it even if the service worker fails. In other browsers, the service worker shows it. */
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
    /** A notification replaces an earlier one with the same tag. */
    tag: string
    silent: false
    /** Without `navigate`, because browsers would open it instead of passing the action to the service worker. Not shown in Safari. */
    actions?: { action: PushAction; title: string }[]
    data: {
      kind: string
      groupId?: string
      noticeId?: number
      /** The user to whom the push is sent. The actions 'confirm', 'end' and 'available' need this id. */
      userId?: string
      /** The end that the action 'available' sets. */
      until?: string
      /** The note that the action 'available' sets. It is the present note, which would otherwise be removed. */
      note?: string
      /** The token with which the service worker confirms the device. */
      token?: string
    }
  }
  /** The user's number of unread notifications. */
  app_badge: number
}

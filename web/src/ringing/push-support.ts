declare global {
  interface Navigator {
    /** Only browsers of iOS have this property. True if the page runs as an app of the Home Screen. */
    readonly standalone?: boolean
  }
}

/** With 'home-screen', this browser can receive pushes only after the app was added to the Home Screen. */
export type PushSupport = 'supported' | 'home-screen' | 'unsupported'

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported'
  return navigator.standalone === false ? 'home-screen' : 'unsupported'
}

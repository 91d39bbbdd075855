declare global {
  interface Navigator {
    /** Only browsers on iOS have this property. True if the page was opened as an app from the Home Screen. */
    readonly standalone?: boolean
  }
}

/** 'home-screen': the app can receive pushes only if it is opened from the Home Screen. */
export type PushSupport = 'supported' | 'home-screen' | 'unsupported'

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported'
  return navigator.standalone === false ? 'home-screen' : 'unsupported'
}

/** The service worker stores the app's files for a start without a network. Not in development, where they change. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The app works without it where the browser forbids it.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}

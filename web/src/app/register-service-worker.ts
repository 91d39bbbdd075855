/** Lets the browser keep the app's own files, for a start without a network. Not in development: there everything changes. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where the browser forbids it, the app works as before.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}

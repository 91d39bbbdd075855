/** Does nothing in development, where the app's files change. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers forbid service workers. The app works without one.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}

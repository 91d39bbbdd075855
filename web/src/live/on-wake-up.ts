/** Calls `wakeUp` when the page becomes visible, has loaded or is restored, and when the browser goes online or offline. */
export function onWakeUp(wakeUp: () => void): () => void {
  const whenShown = () => document.visibilityState === 'visible' && wakeUp()
  document.addEventListener('visibilitychange', whenShown)
  const events = ['online', 'offline', 'pageshow'] as const
  for (const event of events) window.addEventListener(event, wakeUp)
  return () => {
    document.removeEventListener('visibilitychange', whenShown)
    for (const event of events) window.removeEventListener(event, wakeUp)
  }
}

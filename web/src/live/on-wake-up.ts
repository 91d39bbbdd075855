/** Calls back whenever the page may have slept: shown again, brought back from the history, or online again. */
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

/** Does nothing for a board in a frame. */
export function keepScreenOn(): void {
  if (window !== window.top) return
  const request = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
  }
  // The browser releases the wake lock when the page is hidden.
  document.addEventListener('visibilitychange', request)
  request()
}

/** A click anywhere and the key F switch full screen on and off. The button is hidden if the browser does not allow full screen. */
export function enableFullScreen(button: HTMLElement): void {
  button.hidden = !document.fullscreenEnabled
  if (button.hidden) return
  const toggle = () => {
    const changed = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    changed.catch(() => {})
  }
  document.addEventListener('click', toggle)
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === 'f' && !ctrlKey && !metaKey && !altKey) toggle()
  })
}

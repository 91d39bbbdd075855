const key = 'reloaded-for'

/** Reloads the page for a reason, but never twice in a row for the same one: that would be for ever. */
export function reloadOnce(reason: string): void {
  if (sessionStorage.getItem(key) === reason) return
  sessionStorage.setItem(key, reason)
  window.location.reload()
}

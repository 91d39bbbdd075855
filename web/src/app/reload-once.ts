const key = 'reloaded-for'

/** Reloads the page for a reason, but never twice in a row for the same one: that would be for ever. */
export function reloadOnce(reason: string): void {
  if (sessionStorage.getItem(key) === reason) return
  sessionStorage.setItem(key, reason)
  window.location.reload()
}

/**
 * After a deployment the old page asks for files that are gone. But in an outage they do not come either, and a page that
 * reloads then gives way to the browser's own error page.
 */
export async function reloadIfOutdated(): Promise<void> {
  const own = [...document.querySelectorAll('head script[type=module]')].map(
    script => script.getAttribute('src') ?? '',
  )
  const response = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return
  const page = await response.text()
  if (!own.every(file => page.includes(file))) reloadOnce('new files')
}

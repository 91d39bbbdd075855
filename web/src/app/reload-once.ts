const key = 'reloaded-for'

/** Does nothing if the last call in this tab had the same reason, because the page could otherwise reload in an endless loop. */
export function reloadOnce(reason: string): void {
  try {
    if (sessionStorage.getItem(key) === reason) return
    sessionStorage.setItem(key, reason)
  } catch {
    // Without storage, an endless loop would be possible.
    return
  }
  window.location.reload()
}

/** Reloads a page whose files are gone after a deployment. In an outage the page stays, because a reload would fail. */
export async function reloadIfOutdated(): Promise<void> {
  const own = [...document.querySelectorAll('head script[type=module]')].map(
    script => script.getAttribute('src') ?? '',
  )
  const response = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return
  const page = await response.text()
  if (!own.every(file => page.includes(file))) reloadOnce('new files')
}

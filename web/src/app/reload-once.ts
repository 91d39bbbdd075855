const key = 'reloaded-for'

/** Reloads the page. Does nothing if the last reload had the same reason. Otherwise the page could reload for ever. */
export function reloadOnce(reason: string): void {
  if (sessionStorage.getItem(key) === reason) return
  sessionStorage.setItem(key, reason)
  window.location.reload()
}

/**
 * Reloads the page if the server has another version of it. After a deployment the files of the old page may be gone. If
 * the server is unreachable, the page is not reloaded, because the browser would show its own error page.
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

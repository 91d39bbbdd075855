const key = 'return-path'

/** Keeps an address of a QR code, a tag, a call or the first start of a site for after the sign-in. Other addresses are not kept. */
export function keepReturnPath({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  if (!/^\/(go\/|site$)/.test(pathname) && !search.includes('call=')) return
  try {
    sessionStorage.setItem(key, pathname + search + hash)
  } catch {
    // Storage is forbidden or full, so the dashboard is shown after the sign-in.
  }
}

export function returnPath(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function forgetReturnPath(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

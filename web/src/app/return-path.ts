const key = 'return-path'

/** Keeps an address of a QR code or a tag for after the sign-in. Other addresses are not kept. */
export function keepReturnPath({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void {
  if (!pathname.startsWith('/go/')) return
  try {
    sessionStorage.setItem(key, pathname + hash)
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

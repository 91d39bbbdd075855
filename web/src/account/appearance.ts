const key = 'appearance'

export type Appearance = 'auto' | 'light' | 'dark'

/** The script in `index.html` sets `data-appearance` from the storage. */
export function chosenAppearance(): Appearance {
  return document.documentElement.dataset.appearance as Appearance
}

export function chooseAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(key, appearance)
  } catch {
    // Storage is forbidden, so the choice is lost when the page is closed or reloaded.
  }
  // Browsers send a storage event only to the other tabs, so this tab dispatches its own.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: appearance }))
}

export function subscribeToAppearance(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

const key = 'appearance'

export type Appearance = 'auto' | 'light' | 'dark'

/** The choice stored in this browser. `index.html` reads it and applies it. */
export function chosenAppearance(): Appearance {
  return document.documentElement.dataset.appearance as Appearance
}

export function chooseAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(key, appearance)
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  // Browsers send this event to the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: appearance }))
}

export function subscribeToAppearance(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

const key = 'appearance'

export type Appearance = 'auto' | 'light' | 'dark'

/** What was chosen in this browser; index.html keeps the page to it. */
export function chosenAppearance(): Appearance {
  return document.documentElement.dataset.appearance as Appearance
}

/** Keeps the choice, for the other tabs, too. */
export function chooseAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(key, appearance)
  } catch {
    // A browser that forbids storage forgets it with the page.
  }
  // Only the other tabs hear of it by themselves.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: appearance }))
}

export function subscribeToAppearance(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

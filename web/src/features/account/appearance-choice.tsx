import profileTexts from 'texts:profile'
import { useId, useSyncExternalStore } from 'react'
import classes from './appearance-choice.module.css'

const choices: Record<Appearance, string> = {
  auto: profileTexts.system,
  light: profileTexts.light,
  dark: profileTexts.dark,
}

export function AppearanceChoice() {
  const chosen = useSyncExternalStore(subscribeToAppearance, chosenAppearance)
  const labelId = useId()
  return (
    <div className={`spread ${classes.appearance}`}>
      <span id={labelId} className={classes.label}>
        {profileTexts.appearance}
      </span>
      <div role="radiogroup" aria-labelledby={labelId} className={classes.control}>
        {(Object.keys(choices) as Appearance[]).map(appearance => (
          <label key={appearance} className={classes.choice}>
            <input
              type="radio"
              name="appearance"
              className="sr-only"
              checked={appearance === chosen}
              onChange={() => chooseAppearance(appearance)}
            />
            {choices[appearance]}
          </label>
        ))}
      </div>
    </div>
  )
}

const key = 'appearance'

type Appearance = 'auto' | 'light' | 'dark'

/** The script in `index.html` sets `data-appearance` from the storage. */
function chosenAppearance(): Appearance {
  return document.documentElement.dataset.appearance as Appearance
}

function chooseAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(key, appearance)
  } catch {
    // Storage is forbidden, so the choice is lost when the page is closed or reloaded.
  }
  // Browsers send a storage event only to the other tabs, so this tab dispatches its own.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: appearance }))
}

function subscribeToAppearance(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

import { useId, useSyncExternalStore } from 'react'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { type Appearance, chooseAppearance, chosenAppearance, subscribeToAppearance } from './appearance.ts'
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

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { t } from '#texts/texts.ts'
import classes from './appearance-choice.module.css'

const choices: Record<MantineColorScheme, string> = {
  auto: t.account.system,
  light: t.account.light,
  dark: t.account.dark,
}

/** Light, dark, or as the system wishes; kept in this browser. */
export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const labelId = useId()
  return (
    <div className={classes.appearance}>
      <span id={labelId} className={classes.label}>
        {t.account.appearance}
      </span>
      <div role="radiogroup" aria-labelledby={labelId} className={classes.control}>
        {(Object.keys(choices) as MantineColorScheme[]).map(scheme => (
          <label key={scheme} className={classes.choice}>
            <input
              type="radio"
              name="appearance"
              className="sr-only"
              checked={scheme === colorScheme}
              onChange={() => setColorScheme(scheme)}
            />
            {choices[scheme]}
          </label>
        ))}
      </div>
    </div>
  )
}

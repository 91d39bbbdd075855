import '@mantine/core/styles/SegmentedControl.css'
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import classes from './appearance-choice.module.css'

const choices = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the system wishes; kept in this browser. */
export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const labelId = useId()
  return (
    <div className={classes.appearance}>
      <span id={labelId} className={classes.label}>
        Appearance
      </span>
      <SegmentedControl
        aria-labelledby={labelId}
        data={choices}
        value={colorScheme}
        onChange={value => setColorScheme(value as MantineColorScheme)}
        classNames={{ root: classes.control, label: classes.choice, indicator: classes.chosen }}
      />
    </div>
  )
}

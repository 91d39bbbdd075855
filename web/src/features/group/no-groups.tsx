import groupTexts from 'texts:group'
import { NavigationButton } from '#ui/button.tsx'
import classes from './no-groups.module.css'

export function NoGroups() {
  return (
    <div className={classes.empty}>
      <svg className={classes.lamps} viewBox="0 0 240 120" aria-hidden="true" focusable="false">
        <path d="M10 16c70 34 150 34 220 0" />
        <path d="M62 35v9M120 42v15M178 35v9" />
        <circle cx="62" cy="64" r="20" />
        <circle cx="120" cy="79" r="22" className={classes.first} />
        <circle cx="178" cy="64" r="20" />
      </svg>
      <p>{groupTexts.none}</p>
      <NewGroupButton />
    </div>
  )
}

export function NewGroupButton() {
  return <NavigationButton to="/groups/create">{groupTexts.new}</NavigationButton>
}

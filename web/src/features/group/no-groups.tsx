import groupTexts from 'texts:group'
import type { ReactNode } from 'react'
import { NavigationButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import classes from './no-groups.module.css'

/** `children` is another way to the first group. */
export function NoGroups({ children }: { children: ReactNode }) {
  return (
    <EmptyState picture={<Garland />}>
      <p className={classes.none}>{groupTexts.none}</p>
      <ol className={classes.steps}>
        <li>{groupTexts.firstMake}</li>
        <li>{groupTexts.thenShare}</li>
        <li>{groupTexts.thenEveryone}</li>
      </ol>
      <NewGroupButton />
      {children}
    </EmptyState>
  )
}

function Garland() {
  return (
    <svg className={classes.lamps} viewBox="0 0 240 120" aria-hidden="true" focusable="false">
      <path d="M10 16c70 34 150 34 220 0" />
      <path d="M62 35v9M120 42v15M178 35v9" />
      <circle cx="62" cy="64" r="20" />
      <circle cx="120" cy="79" r="22" className={classes.first} />
      <circle cx="178" cy="64" r="20" />
    </svg>
  )
}

export function NewGroupButton() {
  return <NavigationButton to="/groups/create">{groupTexts.new}</NavigationButton>
}

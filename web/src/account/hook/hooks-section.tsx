import { hookTexts } from '#texts/hook/hook-texts.ts'
import classes from '#ui/section.module.css'
import { useLinkedHeading } from '#ui/use-linked-heading.ts'
import { ownPlace } from './hook-place.ts'
import { Hooks } from './hooks.tsx'

/** The part of the profile with the hooks of the user. */
export function HooksSection({ className }: { className: string }) {
  const heading = useLinkedHeading('hooks')
  return (
    <Hooks place={ownPlace} target={heading} className={className}>
      <h2 ref={heading} id="hooks" tabIndex={-1} className={classes.title}>
        {hookTexts.title}
      </h2>
      <p className={classes.hint}>{hookTexts.hint}</p>
    </Hooks>
  )
}

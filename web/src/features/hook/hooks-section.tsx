import hookTexts from 'texts:hook'
import classes from '#ui/section.module.css'
import { useLinkedHeading } from '#ui/use-linked-heading.ts'
import { personalHookApi } from './hook-api.ts'
import { HookList } from './hook-list.tsx'

export function HooksSection({ className }: { className: string }) {
  const heading = useLinkedHeading('hooks')
  return (
    <HookList api={personalHookApi} fallbackFocus={heading} className={className}>
      <h2 ref={heading} id="hooks" tabIndex={-1} className={classes.title}>
        {hookTexts.title}
      </h2>
      <p className={classes.hint}>{hookTexts.hint}</p>
    </HookList>
  )
}

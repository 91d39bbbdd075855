import availabilityTexts from 'texts:availability'
import type { Group } from '@grouplight/contract/group.ts'
import indicator from '#features/availability/availability-indicator.module.css'
import { coverageOf } from '#features/group/coverage.ts'
import { TickIcon } from '#ui/icons.tsx'
import classes from './coverage-line.module.css'

export function CoverageLine({ group }: { group: Group }) {
  const coverage = coverageOf(group)
  if (!coverage) return null
  const { level, covered, needed } = coverage
  return (
    <span className={classes.line} data-level={level}>
      <span className={`${indicator.disc} ${classes.shape}`}>
        {level === 'enough' && <TickIcon size={12} strokeWidth={3.4} />}
      </span>
      {level === 'enough' || level === 'tooFew'
        ? availabilityTexts[level]({ covered, needed, missing: needed - covered })
        : availabilityTexts[level]}
    </span>
  )
}

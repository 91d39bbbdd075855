import availabilityTexts from 'texts:availability'
import { DashIcon, TickIcon } from '#ui/icons.tsx'
import classes from './availability-indicator.module.css'

type AvailabilityIndicatorProps = { available: boolean; unconfirmed?: boolean | undefined; large?: boolean }

/** `unconfirmed` draws the hollow lamp of a member with an open question, or with a change that is not sent. */
export function AvailabilityIndicator({
  available,
  unconfirmed = false,
  large = false,
}: AvailabilityIndicatorProps) {
  const Shape = available ? TickIcon : DashIcon
  return (
    <span
      className={classes.indicator}
      data-available={available || undefined}
      data-unconfirmed={unconfirmed || undefined}
      data-large={large || undefined}
    >
      <span className={classes.disc}>
        <Shape size={large ? 15 : 12} strokeWidth={3.4} />
      </span>
      {available ? availabilityTexts.available : availabilityTexts.unavailable}
    </span>
  )
}

import availabilityTexts from 'texts:availability'
import type { Member } from '@grouplight/contract/group.ts'
import { untilText } from '#features/availability/until-text.ts'
import { isUnconfirmed } from '#features/group/shown-member.ts'
import { exactMoment, fullDay } from '#texts/date-format.ts'
import { isToday, sinceText } from './since-text.ts'

type AvailabilitySinceProps = { at: string; today: Date; isOwn: boolean }

/** The tooltip contains the exact time. For a change of another member before today, it contains only the day. */
export function AvailabilitySince({ at, today, isOwn }: AvailabilitySinceProps) {
  const moment = new Date(at)
  const format = isOwn || isToday(moment, today) ? exactMoment : fullDay
  return (
    <time dateTime={at} title={format(moment)}>
      {sinceText(moment, today)}
    </time>
  )
}

export function Until({ at, today }: { at: string; today: Date }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exactMoment(moment)}>
      {availabilityTexts.until({ when: untilText(moment, today) })}
    </time>
  )
}

export function Unconfirmed({ member, today }: { member: Member; today: Date }) {
  const { unconfirmedSince } = member
  if (!unconfirmedSince || !isUnconfirmed(member)) return null
  return (
    <time dateTime={unconfirmedSince}>
      {availabilityTexts.unconfirmed({ since: sinceText(new Date(unconfirmedSince), today) })}
    </time>
  )
}

import availabilityDialogTexts from 'texts:availability-dialogs'
import type { Member } from '@grouplight/contract/group.ts'
import { startOfTomorrow } from 'date-fns'
import { locale } from '#texts/language.ts'
import type { Change } from './change.ts'

export const endChoices = ['30', '60', '120', '240', 'endOfToday', 'time', 'none'] as const
export type EndChoice = (typeof endChoices)[number]

export type End = Pick<Change, 'forMinutes' | 'until'>

/** Returns the end that a choice means now, or null if the user must still enter a time. */
export function endOf(choice: EndChoice): End | null {
  if (choice === 'time') return null
  if (choice === 'none') return { until: null }
  // The end of today depends on the time zone of this device, so it is sent as an instant. The choices in minutes are sent as
  // durations, which are correct even if the clock of this device is wrong.
  if (choice === 'endOfToday') return { until: startOfTomorrow().toISOString() }
  return { forMinutes: Number(choice) }
}

/** `last` is the choice that was made last. It comes first. */
export function choicesFrom(last: EndChoice | null): EndChoice[] {
  return last ? [last, ...endChoices.filter(choice => choice !== last)] : [...endChoices]
}

/** Returns the choice that stands for the present end of the user's own entry in a group. */
export function presentChoice({ status, until }: Member): EndChoice | null {
  if (!status) return null
  if (!until) return 'none'
  return Date.parse(until) === startOfTomorrow().getTime() ? 'endOfToday' : 'time'
}

export function choiceText(choice: EndChoice): string {
  if (choice === 'endOfToday') return availabilityDialogTexts.endOfToday
  if (choice === 'time') return availabilityDialogTexts.aTime
  return choice === 'none' ? availabilityDialogTexts.noEnd : durationText(Number(choice))
}

export function durationText(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

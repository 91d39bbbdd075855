import { availabilityTexts } from '#texts/availability/availability-texts.ts'
import { locale } from '#texts/language.ts'
import { t } from '#texts/texts.ts'
import type { EndChoice } from './end-choices.ts'

export function choiceText(choice: EndChoice): string {
  if (choice === 'endOfToday') return availabilityTexts.endOfToday
  if (choice === 'time') return availabilityTexts.aTime
  return choice === 'none' ? t.availability.noEnd : durationText(Number(choice))
}

export function durationText(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

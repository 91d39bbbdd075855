import { dateFormat } from '#texts/date-format.ts'

export function formatDay(instant: string): string {
  return format(new Date(instant))
}

const format = dateFormat({ dateStyle: 'medium' })

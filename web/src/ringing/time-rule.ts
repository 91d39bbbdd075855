import { ringingTexts } from '#texts/ringing/ringing-texts.ts'

/** A validation rule for `useForm`: returns an error text if the time is empty, or else null. */
export function timeRule(time: string): string | null {
  return time ? null : ringingTexts.noTime
}

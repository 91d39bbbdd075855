import { ringingTexts } from '#texts/ringing/ringing-texts.ts'

/** A rule of `useForm` for a field that must have a time. */
export function timeRule(time: string): string | null {
  return time ? null : ringingTexts.noTime
}

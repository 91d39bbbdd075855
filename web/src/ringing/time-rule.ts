import { ringingTexts } from '#texts/ringing/ringing-texts.ts'

export function timeRule(time: string): string | null {
  return time ? null : ringingTexts.noTime
}

import { type PushContent, ringsAlways } from './push-content.ts'
import { isQuiet, type QuietSettings } from './quiet-hours.ts'

/** Some kinds of pushes always ring. Others are silenced if the recipient is quiet now or was quiet when the push was queued. */
export function isSilenced(
  { kind }: PushContent,
  settings: QuietSettings,
  { createdMs, nowMs }: { createdMs: number; nowMs: number },
): boolean {
  return !ringsAlways(kind) && (isQuiet(settings, createdMs) || isQuiet(settings, nowMs))
}

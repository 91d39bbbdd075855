import { type PushContent, ringsAlways } from './push-content.ts'
import { isQuiet, type QuietSettings } from './quiet-hours.ts'

/** Returns whether a push must not ring. A push that was queued while its recipient was quiet does not ring afterwards either. */
export function isSilenced(
  { kind }: PushContent,
  settings: QuietSettings,
  { createdMs, nowMs }: { createdMs: number; nowMs: number },
): boolean {
  return !ringsAlways(kind) && (isQuiet(settings, createdMs) || isQuiet(settings, nowMs))
}

import { type PushContent, ringsAlways } from './push-content.ts'
import { isQuiet, type QuietSettings } from './quiet-hours.ts'

/** A push is dropped if its recipient is quiet, or was when it was queued. Pushes of some kinds are never silenced. */
export function isSilenced(
  { kind }: PushContent,
  settings: QuietSettings,
  { createdMs, nowMs }: { createdMs: number; nowMs: number },
): boolean {
  return !ringsAlways(kind) && (isQuiet(settings, createdMs) || isQuiet(settings, nowMs))
}

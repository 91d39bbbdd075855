import ringingDialogTexts from 'texts:ringing-dialogs'

export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns first the browser's own time zone, then `chosen`, then UTC, and then all others that the browser supports. */
export function timeZones(chosen: string): string[] {
  return [...new Set([ownTimeZone, chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

export function timeRule(time: string): string | null {
  return time ? null : ringingDialogTexts.noTime
}

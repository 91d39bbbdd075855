export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the browser's own time zone, `chosen`, UTC, and then all others that the browser supports. */
export function timeZones(chosen: string): string[] {
  return [...new Set([ownTimeZone, chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

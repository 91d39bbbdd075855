/** The time zone of this browser. */
export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns all time zones, this browser's at the beginning. `chosen` is included even if this browser does not list it. */
export function timeZones(chosen: string): string[] {
  return [...new Set([ownTimeZone, chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

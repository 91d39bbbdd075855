export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the time zones that this browser knows, its own at the beginning. `chosen` is included even if it is not known. */
export function timeZones(chosen: string): string[] {
  return [...new Set([ownTimeZone, chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

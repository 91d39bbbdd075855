/**
 * Returns the instants that a text contains, in milliseconds since 1970. Finds ISO 8601, PostgreSQL's format, and milliseconds
 * with 13 digits that begin with 1. An instant without a time zone is read as UTC.
 */
export function instantsIn(text: string): number[] {
  const written = text.matchAll(/(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d)?(?::?00)?/g)
  const counted = text.matchAll(/(?<![\d.])1\d{12}(?!\d)/g)
  return [
    ...[...written].map(([, day, time, zone]) =>
      Date.parse(`${day}T${time}${zone === undefined || zone === 'Z' ? 'Z' : `${zone}:00`}`),
    ),
    ...[...counted].map(([ms]) => Number(ms)),
  ]
}

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

/** The day in UTC, like '2026-03-12'. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

type InJson<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: InJson<Value[Name]> }
    : Value

/** Returns the value as clients get it: with texts instead of instants. */
export function inJson<Value>(value: Value): InJson<Value> {
  return JSON.parse(JSON.stringify(value))
}

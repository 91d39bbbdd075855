export type Values = Partial<Record<string, string | number | null>>

/** A text of a catalogue whose key is known only when it is shown. */
export type AnyText = string | ((values: never) => string)

/** Returns null if there is no such text, or if it needs a value that is missing. */
export function fill(text: AnyText | undefined, values: Values): string | null {
  if (typeof text !== 'function') return text ?? null
  let isComplete = true
  const complete = new Proxy(values, {
    get(_, name: string) {
      isComplete &&= values[name] != null
      return values[name]
    },
  })
  const filled = text(complete as never)
  return isComplete ? filled : null
}

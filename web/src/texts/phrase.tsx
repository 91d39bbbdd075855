import { createElement, Fragment, type ReactNode } from 'react'

// No name can contain this character, because it cannot be shown.
const mark = '\u0000'

/** Shows a text of the catalogues whose values are elements. */
export function Phrase<Values extends object>({
  text,
  ...elements
}: { text: (values: Values) => string } & { [Name in keyof Values]: ReactNode }) {
  const marks = Object.fromEntries(Object.keys(elements).map(name => [name, mark + name + mark]))
  const pieces = text(marks as Values)
    .split(mark)
    .map((piece, at) => (at % 2 === 1 ? (elements as Record<string, ReactNode>)[piece] : piece))
  // The pieces are passed as separate children, because the children in an array would need keys.
  return createElement(Fragment, null, ...pieces)
}

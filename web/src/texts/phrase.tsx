import { createElement, Fragment, type ReactNode } from 'react'

/** A text of the catalogue with elements in the place of its {braces}. */
export function Phrase({ text, ...parts }: { text: string } & Record<string, ReactNode>) {
  const pieces = text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? parts[piece] : piece))
  // As children of their own, not as a list: a text does not change its order, so no piece needs a key.
  return createElement(Fragment, null, ...pieces)
}

import { createElement, Fragment, type ReactNode } from 'react'

/** A text in which elements replace the names in {braces}. */
export function Phrase({ text, ...parts }: { text: string } & Record<string, ReactNode>) {
  const pieces = text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? parts[piece] : piece))
  // The parts are passed as separate children, because the children of a list would need keys.
  return createElement(Fragment, null, ...pieces)
}

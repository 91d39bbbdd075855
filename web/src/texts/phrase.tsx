import { createElement, Fragment, type ReactNode } from 'react'

/** Shows `text`, in which the prop of the same name replaces each name in {braces}. */
export function Phrase({ text, ...parts }: { text: string } & Record<string, ReactNode>) {
  const pieces = text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? parts[piece] : piece))
  // The pieces are passed as separate children, because the children in an array would need keys.
  return createElement(Fragment, null, ...pieces)
}

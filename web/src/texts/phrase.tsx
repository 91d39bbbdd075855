import { Fragment, type ReactNode } from 'react'

/** A text of the catalogue with elements in the place of its {braces}. */
export function Phrase({ text, ...parts }: { text: string } & Record<string, ReactNode>) {
  return text.split(/\{(\w+)\}/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order.
    <Fragment key={at}>{at % 2 === 1 ? parts[piece] : piece}</Fragment>
  ))
}

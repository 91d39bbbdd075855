import { z } from 'zod'

/** One of these words, in upper or lower case. */
export function word<const Words extends string[]>(...words: Words) {
  return z
    .string()
    .transform(text => text.toLowerCase())
    .pipe(z.enum(words))
}

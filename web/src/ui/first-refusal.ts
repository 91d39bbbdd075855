import type * as z from 'zod/mini'
import { inOurWords } from '#texts/texts.ts'

/** A form's rule made of a schema of the contract: its first sentence against the value, or null. */
export function schemaRule(schema: z.ZodMiniType): (value: unknown) => string | null {
  return value => {
    const refusal = schema.safeParse(value).error?.issues[0]
    return refusal ? inOurWords(refusal.message) : null
  }
}

import type * as z from 'zod/mini'
import { reasonText } from '#texts/texts.ts'

/** Returns a form's rule that uses a schema of the contract. The rule returns the first error of a value, or null. */
export function schemaRule(schema: z.ZodMiniType): (value: unknown) => string | null {
  return value => {
    const issue = schema.safeParse(value).error?.issues[0]
    if (!issue) return null
    return (issue.code === 'custom' ? reasonText('invalid-input', issue.params) : null) ?? issue.message
  }
}

import type * as z from 'zod/mini'
import { reasonText } from '#texts/texts.ts'

/** Turns a schema of the contract into a rule for `useForm`. The rule returns the text of a value's first error, or null. */
export function schemaRule(schema: z.ZodMiniType): (value: unknown) => string | null {
  return value => {
    const issue = schema.safeParse(value).error?.issues[0]
    if (!issue) return null
    return (issue.code === 'custom' ? reasonText('invalid-input', issue.params) : null) ?? issue.message
  }
}

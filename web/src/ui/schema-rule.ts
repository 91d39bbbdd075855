import type * as z from 'zod/mini'
import { reasonText } from '#texts/texts.ts'

/** A form's rule made of a schema of the contract: its first sentence against the value, or null. */
export function schemaRule(schema: z.ZodMiniType): (value: unknown) => string | null {
  return value => {
    const issue = schema.safeParse(value).error?.issues[0]
    if (!issue) return null
    return (issue.code === 'custom' ? reasonText('invalid-input', issue.params) : null) ?? issue.message
  }
}

import type { z } from 'zod'

/** A form's rule made of a schema of the contract: its first sentence against the value, or null. */
export function firstRefusal(schema: z.ZodType): (value: unknown) => string | null {
  return value => schema.safeParse(value).error?.issues[0]?.message ?? null
}

import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { refusalText } from '#texts/refusal-text.ts'

type Values<Name extends string> = Record<Name, string>
type Rule<Name extends string> = (value: string, values: Values<Name>) => string | null

/** While the action is pending, another submit has no effect. */
type Action<Name extends string> = {
  isPending: boolean
  mutate: (values: Values<Name>) => void
  reset: () => void
}

/**
 * Validates a form when it is submitted. The values are read from the inputs, because a password manager may have filled them in.
 * The first field with an error gets the focus. An error disappears when its field changes.
 */
export function useForm<Name extends string>(rules: Record<Name, Rule<Name>>) {
  const [errors, setErrors] = useState<Partial<Values<Name>>>({})
  const [wasSubmitted, setSubmitted] = useState(false)
  const names = Object.keys(rules) as Name[]

  function field(name: Name) {
    return {
      name,
      error: errors[name],
      onInput: () => setErrors(others => ({ ...others, [name]: undefined })),
    }
  }

  function onSubmit(action: Action<Name>) {
    return (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (action.isPending) return
      setSubmitted(true)
      const values = Object.fromEntries(new FormData(event.currentTarget)) as Values<Name>
      const found: Partial<Values<Name>> = {}
      for (const name of names) found[name] = rules[name](values[name], values) ?? undefined
      setErrors(found)
      const first = names.find(name => found[name])
      // Removes the result of the previous submit, because a form shows only one result.
      action.reset()
      if (first) focusField(event.currentTarget, first)
      else action.mutate(values)
    }
  }

  return { field, onSubmit, wasSubmitted }
}

function focusField(form: HTMLFormElement, name: string) {
  const input = form.elements.namedItem(name)
  if (input instanceof HTMLElement) input.focus()
}

/** Turns a schema of the contract into a rule for `useForm`. The rule returns the text of a value's first error, or null. */
export function schemaRule(schema: z.ZodMiniType): (value: unknown) => string | null {
  return value => {
    const issue = schema.safeParse(value).error?.issues[0]
    if (!issue) return null
    return issue.code === 'custom' ? refusalText('invalid-input', issue.params) : issue.message
  }
}

import { type FormEvent, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Rule<Name extends string> = (value: string, values: Values<Name>) => string | null

/** What a submitted form sets off; while it is under way, a second submit does nothing. */
type Action<Name extends string> = { isPending: boolean; mutate: (values: Values<Name>) => void }

/**
 * A form whose fields are looked at when it is submitted: the values are read from the form itself, so whatever a
 * password manager filled in counts. The focus goes to the first field at fault; an error leaves when its field changes.
 */
export function useForm<Name extends string>(rules: Record<Name, Rule<Name>>) {
  const [errors, setErrors] = useState<Partial<Values<Name>>>({})
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
      const values = Object.fromEntries(new FormData(event.currentTarget)) as Values<Name>
      const found: Partial<Values<Name>> = {}
      for (const name of names) found[name] = rules[name](values[name], values) ?? undefined
      setErrors(found)
      const first = names.find(name => found[name])
      if (first) focusField(event.currentTarget, first)
      else if (!action.isPending) action.mutate(values)
    }
  }

  return { field, onSubmit }
}

function focusField(form: HTMLFormElement, name: string) {
  const input = form.elements.namedItem(name)
  if (input instanceof HTMLElement) input.focus()
}

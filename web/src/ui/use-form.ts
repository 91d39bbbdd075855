import { type FormEvent, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Rule<Name extends string> = (value: string, values: Values<Name>) => string | null

/** What a submitted form sets off; while it is under way, a second submit does nothing. `reset` takes back what became of it. */
type Action<Name extends string> = {
  isPending: boolean
  mutate: (values: Values<Name>) => void
  reset: () => void
}

/**
 * A form whose fields are looked at when it is submitted: the values are read from the form itself, so whatever a
 * password manager filled in counts. The focus goes to the first field at fault; an error leaves when its field changes.
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
      // One message at a time: what the last submit led to is not true of this one.
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

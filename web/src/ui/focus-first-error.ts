type FormWithErrors = { getInputNode: (path: string) => HTMLElement | null }

/** After a refused submit the focus goes to the first field at fault, whose error it then reads out. */
export function focusFirstError(form: FormWithErrors): (errors: Record<string, unknown>) => void {
  return errors => {
    const first = Object.keys(errors)[0]
    if (first) form.getInputNode(first)?.focus()
  }
}

import appTexts from 'texts:app'
import { useMutation } from '@tanstack/react-query'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import type { GroupDetails } from './group-details.ts'
import { refetchGroup } from './group-store.ts'

type SavedSelectProps<Value> = {
  group: GroupDetails
  label: string
  hint: string
  /** The text of the choice that stands for no value. */
  none: string
  values: readonly Value[]
  text: (value: Value) => string
  value: Value | undefined
  save: (groupId: string, value: Value | null) => Promise<unknown>
}

/** A setting of a group that is saved when it is chosen. */
export function SavedSelect<Value extends string | number>(props: SavedSelectProps<Value>) {
  const { group, label, hint, none, values, text, value, save } = props
  const change = useMutation({
    scope: { id: `${label} ${group.id}` },
    mutationFn: (next: Value | null) => save(group.id, next),
    // The mutation is pending until the group has been fetched again. Meanwhile the field shows the new choice.
    onSuccess: (_, __, ___, { client }) => refetchGroup(client, group.id),
  })
  const chosen = change.isPending ? change.variables : value
  return (
    <section>
      <SelectField
        label={label}
        hint={hint}
        value={chosen ?? ''}
        onChange={({ target }) => change.mutate(values.find(one => String(one) === target.value) ?? null)}
      >
        <option value="">{none}</option>
        <Options values={values} text={text} />
      </SelectField>
      {change.isError && <AlertText error={appTexts.changeFailed({ why: problemText(change.error) })} />}
    </section>
  )
}

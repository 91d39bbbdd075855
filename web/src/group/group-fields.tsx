import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

type GroupFieldsProps = { form: UseFormReturnType<{ name: string; description: string }>; readOnly?: boolean }

/** The name and the description of a group, to be filled in or only to be read. */
export function GroupFields({ form, readOnly }: GroupFieldsProps) {
  return (
    <>
      <TextInput
        label="Group Name"
        autoComplete="off"
        required={!readOnly}
        readOnly={readOnly}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <Textarea
        label="Description"
        rows={3}
        readOnly={readOnly}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
    </>
  )
}

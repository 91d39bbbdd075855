import { type Group, groupDescription, groupName, updateGroup } from '@grouplight/contract/group.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { firstRefusal } from '#ui/first-refusal.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { NoticeText } from '#ui/notice.tsx'
import { showToast } from '#ui/toast.ts'
import classes from './group-form.module.css'
import { replaceGroup } from './group-queries.ts'

/** The creator's form for name and description. */
export function UpdateGroupForm({ group, onSaved }: { group: Group; onSaved: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: group.name, description: group.description },
    validate: { name: firstRefusal(groupName), description: firstRefusal(groupDescription) },
  })
  const update = useMutation({
    mutationFn: (body: typeof form.values) => call(updateGroup, { params: { groupId: group.id }, body }),
    onSuccess: (updated, _form, _, { client }) => {
      replaceGroup(client, updated)
      showToast('success', 'Group updated successfully!')
      onSaved()
    },
  })

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        values => void (update.isPending || update.mutate(values)),
        focusFirstError(form),
      )}
    >
      <h3>Basic Information</h3>
      <TextInput
        label="Group Name"
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <Textarea
        label="Description"
        rows={3}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      {update.isError && <NoticeText error={`Failed to update group: ${problemText(update.error)}`} />}
      <Button type="submit" aria-disabled={update.isPending}>
        {update.isPending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  )
}

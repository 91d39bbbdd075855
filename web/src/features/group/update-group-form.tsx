import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { type Group, groupDescription, groupName, updateGroup } from '@grouplight/contract/group.ts'
import { type QueryClient, useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { NameField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { showUndoToast } from '#ui/undo-toast.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { learnGroup } from './group-store.ts'

export function UpdateGroupForm({ group, onSaved }: { group: GroupDetails; onSaved: () => void }) {
  const form = useForm({ name: schemaRule(groupName), description: schemaRule(groupDescription) })
  const update = useMutation({
    mutationFn: (body: { name: string; description: string }) =>
      call(updateGroup, { params: { groupId: group.id }, body }),
    onMutate: () => group,
    onSuccess: (updated, _body, before, { client }) => {
      learnGroup(client, updated)
      if (isSame(updated, before)) showToast('success', groupDialogTexts.updated)
      else showUndoToast(groupDialogTexts.updated, () => restore(client, before))
      onSaved()
    },
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(update)}>
      <h3>{groupDialogTexts.basicInformation}</h3>
      <NameField label={groupDialogTexts.name} defaultValue={group.name} {...form.field('name')} />
      <TextArea
        label={groupDialogTexts.description}
        defaultValue={group.description}
        {...form.field('description')}
      />
      {update.isError && (
        <AlertText error={groupDialogTexts.notUpdated({ why: problemText(update.error) })} />
      )}
      <Button type="submit" pending={update.isPending}>
        {update.isPending ? groupDialogTexts.saving : groupDialogTexts.save}
      </Button>
    </form>
  )
}

type Changeable = Pick<Group, 'id' | 'name' | 'description'>

function isSame(one: Changeable, other: Changeable): boolean {
  return one.name === other.name && one.description === other.description
}

/** Reports the result in a toast, because the form is already closed. */
async function restore(client: QueryClient, { id: groupId, name, description }: Changeable): Promise<void> {
  try {
    learnGroup(client, await call(updateGroup, { params: { groupId }, body: { name, description } }))
    showToast('success', appTexts.undone)
  } catch (error) {
    showToast('error', groupDialogTexts.notUpdated({ why: problemText(error) }))
  }
}

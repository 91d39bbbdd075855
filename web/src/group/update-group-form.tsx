import { groupDescription, groupName, updateGroup } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { firstRefusal } from '#ui/first-refusal.ts'
import { NoticeText } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useForm } from '#ui/use-form.ts'
import type { GroupFacts } from './group-facts.ts'
import classes from './group-form.module.css'
import { replaceGroup } from './group-queries.ts'

/** The creator's form for name and description. */
export function UpdateGroupForm({ group, onSaved }: { group: GroupFacts; onSaved: () => void }) {
  const form = useForm({ name: firstRefusal(groupName), description: firstRefusal(groupDescription) })
  const update = useMutation({
    mutationFn: (body: { name: string; description: string }) =>
      call(updateGroup, { params: { groupId: group.id }, body }),
    onSuccess: (updated, _body, _, { client }) => {
      replaceGroup(client, updated)
      showToast('success', t.group.updated)
      onSaved()
    },
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(update)}>
      <h3>{t.group.basicInformation}</h3>
      <TextField
        label={t.group.name}
        autoComplete="off"
        required
        defaultValue={group.name}
        {...form.field('name')}
      />
      <TextArea label={t.group.description} defaultValue={group.description} {...form.field('description')} />
      {update.isError && <NoticeText error={t.group.notUpdated(problemText(update.error))} />}
      <Button type="submit" aria-disabled={update.isPending}>
        {update.isPending ? t.group.saving : t.group.save}
      </Button>
    </form>
  )
}

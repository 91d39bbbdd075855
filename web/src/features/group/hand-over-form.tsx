import groupDialogTexts from 'texts:group-dialogs'
import { offerGroup, withdrawOffer } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { memberNamesQuery } from './group-queries.ts'
import { learnGroup } from './group-store.ts'

/** Offering the group and withdrawing the offer use the same button, so that the button keeps the focus. */
export function HandOverForm({ group }: { group: GroupDetails }) {
  const { uid } = useAccount()
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const others = members.filter(({ userId }) => userId !== uid)
  const candidate = others.find(({ userId }) => userId === group.offeredTo)
  const params = { groupId: group.id }
  const form = useForm({
    memberId: memberId => (candidate || memberId ? null : groupDialogTexts.pleaseChoose),
  })
  const change = useMutation({
    mutationFn: (body: { memberId: string }) =>
      candidate ? call(withdrawOffer, { params }) : call(offerGroup, { params, body }),
    onSuccess: (changed, _, __, { client }) => learnGroup(client, changed),
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(change)}>
      <h3>{groupDialogTexts.handOver}</h3>
      {candidate && (
        <p className={classes.hint} role="status">
          <Phrase text={groupDialogTexts.offeredTo} name={<bdi>{candidate.name}</bdi>} />
        </p>
      )}
      {others.length === 0 && <p className={classes.hint}>{groupDialogTexts.handOverHint}</p>}
      {!candidate && others.length > 0 && (
        <SelectField
          label={groupDialogTexts.newAdmin}
          hint={groupDialogTexts.newAdminHint}
          defaultValue=""
          {...form.field('memberId')}
        >
          <option value="">{groupDialogTexts.chooseMember}</option>
          {others.map(({ userId, name }) => (
            <option key={userId} value={userId} dir="auto">
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {change.isError && (
        <AlertText error={groupDialogTexts.notHandedOver({ why: problemText(change.error) })} />
      )}
      {others.length > 0 && (
        <Button type="submit" variant="default" pending={change.isPending}>
          {candidate ? groupDialogTexts.withdrawOffer : groupDialogTexts.offer}
        </Button>
      )}
    </form>
  )
}

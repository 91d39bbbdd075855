import { offerGroup, withdrawOffer } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAccount } from '#account/account-queries.ts'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { replaceGroup } from './group-cache.ts'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { memberNamesQuery } from './group-queries.ts'

/** Offers the group to another member, or withdraws the offer. Both use the same button, so that it keeps the focus. */
export function HandOverForm({ group }: { group: GroupDetails }) {
  const { uid } = useAccount()
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const others = members.filter(({ userId }) => userId !== uid)
  const candidate = others.find(({ userId }) => userId === group.offeredTo)
  const params = { groupId: group.id }
  const form = useForm({ memberId: memberId => (candidate || memberId ? null : t.group.pleaseChoose) })
  const change = useMutation({
    mutationFn: (body: { memberId: string }) =>
      candidate ? call(withdrawOffer, { params }) : call(offerGroup, { params, body }),
    onSuccess: (changed, _, __, { client }) => replaceGroup(client, changed),
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(change)}>
      <h3>{t.group.handOver}</h3>
      {candidate && (
        <p className={classes.hint} role="status">
          <Phrase text={t.group.offeredTo} name={<bdi>{candidate.name}</bdi>} />
        </p>
      )}
      {others.length === 0 && <p className={classes.hint}>{t.group.handOverHint}</p>}
      {!candidate && others.length > 0 && (
        <SelectField
          label={t.group.newAdmin}
          hint={t.group.newAdminHint}
          defaultValue=""
          {...form.field('memberId')}
        >
          <option value="">{t.group.chooseMember}</option>
          {others.map(({ userId, name }) => (
            <option key={userId} value={userId} dir="auto">
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {change.isError && <AlertText error={t.group.notHandedOver(problemText(change.error))} />}
      {others.length > 0 && (
        <Button type="submit" variant="default" aria-disabled={change.isPending}>
          {candidate ? t.group.withdrawOffer : t.group.offer}
        </Button>
      )}
    </form>
  )
}

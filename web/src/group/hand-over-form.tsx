import { offerGroup, withdrawOffer } from '@grouplight/contract/group.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAccount } from '#account/account-queries.ts'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Button } from '#ui/button.tsx'
import { NoticeText } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { GroupFacts } from './group-facts.ts'
import classes from './group-form.module.css'
import { memberNamesQuery, replaceGroup } from './group-queries.ts'

/** The creator offers the group to another member, or takes the offer back. One button for both keeps the focus. */
export function HandOverForm({ group }: { group: GroupFacts }) {
  const { userId: me } = useAccount()
  const { data: members = [] } = useQuery(memberNamesQuery(group.id))
  const others = members.filter(({ userId }) => userId !== me)
  const candidate = others.find(({ userId }) => userId === group.offeredTo)
  const params = { groupId: group.id }
  const form = useForm({ memberId: memberId => (candidate || memberId ? null : 'Please choose a member.') })
  const change = useMutation({
    mutationFn: (body: { memberId: string }) =>
      candidate ? call(withdrawOffer, { params }) : call(offerGroup, { params, body }),
    onSuccess: (changed, _, __, { client }) => replaceGroup(client, changed),
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(change)}>
      <h3>Hand Over Group</h3>
      {candidate && (
        <p className={classes.hint} role="status">
          Offered to <bdi>{candidate.name}</bdi>, who becomes the admin by accepting.
        </p>
      )}
      {others.length === 0 && (
        <p className={classes.hint}>A group can be handed over to one of its members.</p>
      )}
      {!candidate && others.length > 0 && (
        <SelectField
          label="New Admin"
          hint="They become the admin by accepting. You stay a member."
          defaultValue=""
          {...form.field('memberId')}
        >
          <option value="">Choose a member</option>
          {others.map(({ userId, name }) => (
            <option key={userId} value={userId} dir="auto">
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {change.isError && <NoticeText error={`Failed to hand over group: ${problemText(change.error)}`} />}
      {others.length > 0 && (
        <Button type="submit" variant="default" aria-disabled={change.isPending}>
          {candidate ? 'Withdraw Offer' : 'Offer Group'}
        </Button>
      )}
    </form>
  )
}

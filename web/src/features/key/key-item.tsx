import keyTexts from 'texts:key'
import { type Key, revokeKey } from '@grouplight/contract/key.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { dayText } from '#features/account/day-text.ts'
import { localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { ConfirmedRemoveButton, ItemName } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { keysQuery, type NamedGroup } from './key-form.tsx'

type KeyItemProps = { apiKey: Key; groups: NamedGroup[]; onRevoked: () => void }

export function KeyItem({ apiKey, groups, onRevoked }: KeyItemProps) {
  const { id: keyId, name, maySwitch, mayAsk, groupIds, createdAt, expiresAt, lastUsedOn, lastFour } = apiKey
  const id = useId()
  const queryClient = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => call(revokeKey, { params: { keyId } }),
    onSuccess: onRevoked,
    // Fetches the list also after an error, because a key that was not found has ended or has been revoked elsewhere.
    onSettled: () => queryClient.invalidateQueries(keysQuery),
  })

  return (
    <li className={classes.item}>
      <div className={classes.grow}>
        <ItemName id={id}>{name}</ItemName>
        <small className={classes.muted}>
          <bdi>gl_…{lastFour}</bdi> · {maySwitch ? keyTexts.seeAndSwitch : keyTexts.see} ·{' '}
          {mayAsk && `${keyTexts.ask} · `}
          <KeyGroups groupIds={groupIds} groups={groups} />
        </small>
        <small className={classes.muted}>
          {keyTexts.made({ day: localDay(createdAt) })} ·{' '}
          {expiresAt ? keyTexts.endsOn({ day: localDay(expiresAt) }) : keyTexts.noEnd} ·{' '}
          {lastUsedOn ? keyTexts.lastUsed({ day: dayText(lastUsedOn) }) : keyTexts.notUsed}
        </small>
      </div>
      <ConfirmedRemoveButton
        nameId={id}
        isBusy={revoking.isPending}
        title={keyTexts.revokeKey}
        question={<Phrase text={keyTexts.revokeQuestion} name={<bdi>{name}</bdi>} />}
        onClick={() => revoking.mutate()}
      >
        {keyTexts.revoke}
      </ConfirmedRemoveButton>
      {revoking.isError && <AlertText error={keyTexts.notRevoked({ why: problemText(revoking.error) })} />}
    </li>
  )
}

/** Names only those groups of the key in which the user is still a member. */
function KeyGroups({ groupIds, groups }: { groupIds: string[] | null; groups: NamedGroup[] }) {
  if (!groupIds) return keyTexts.allGroups
  const named = groups.filter(({ id }) => groupIds.includes(id))
  if (named.length === 0) return keyTexts.noGroup
  return named.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ))
}

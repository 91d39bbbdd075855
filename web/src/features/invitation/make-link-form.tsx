import invitationDialogTexts from 'texts:invitation-dialogs'
import {
  createInviteLink,
  defaultLinkLifetime,
  defaultLinkUses,
  linkLifetimes,
  maxLinkUses,
} from '@grouplight/contract/invite-link.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceRow } from '#ui/choices.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import { CountField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { CreatedLink } from './created-link-field.tsx'
import { inviteLinksQuery } from './invite-link-queries.ts'
import classes from './invite-links.module.css'

export function MakeLinkForm({ groupId, onMade }: { groupId: string; onMade: (made: CreatedLink) => void }) {
  const [lifetime, setLifetime] = useState<(typeof linkLifetimes)[number]>(defaultLinkLifetime)
  const [needsApproval, setNeedsApproval] = useState(false)
  const form = useForm({
    maxUses: text =>
      isPossible(Number(text)) ? null : invitationDialogTexts.wrongMaxUses({ most: maxLinkUses }),
  })
  const making = useMutation({
    mutationFn: ({ maxUses }: { maxUses: string }) =>
      call(createInviteLink, {
        params: { groupId },
        body: { lifetime, maxUses: Number(maxUses), needsApproval },
      }),
    onSuccess: (made, _, __, { client }) => {
      client.setQueryData(inviteLinksQuery(groupId).queryKey, cached => [
        made.link,
        ...(cached ?? []).filter(({ id }) => id !== made.link.id),
      ])
      onMade(made)
    },
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(making)}>
      <div className={classes.fields}>
        <SelectField
          label={invitationDialogTexts.validFor}
          value={lifetime}
          onChange={({ target }) =>
            setLifetime(
              linkLifetimes.find(minutes => String(minutes) === target.value) ?? defaultLinkLifetime,
            )
          }
        >
          <Options values={linkLifetimes} text={minutes => invitationDialogTexts[`lifetimes.${minutes}`]} />
        </SelectField>
        <CountField
          label={invitationDialogTexts.maxUses}
          max={maxLinkUses}
          defaultValue={defaultLinkUses}
          {...form.field('maxUses')}
        />
      </div>
      <ChoiceRow
        type="checkbox"
        name="needsApproval"
        label={invitationDialogTexts.letEachIn}
        hint={invitationDialogTexts.letEachInHint}
        checked={needsApproval}
        onChange={() => setNeedsApproval(!needsApproval)}
      />
      {making.isError && (
        <AlertText error={invitationDialogTexts.linkNotMade({ why: problemText(making.error) })} />
      )}
      <Button type="submit" variant="default" className={classes.submit} pending={making.isPending}>
        {making.isPending ? invitationDialogTexts.makingLink : invitationDialogTexts.makeLink}
      </Button>
    </form>
  )
}

function isPossible(uses: number): boolean {
  return Number.isInteger(uses) && uses >= 1 && uses <= maxLinkUses
}

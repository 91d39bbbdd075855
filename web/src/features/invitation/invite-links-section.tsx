import invitationDialogTexts from 'texts:invitation-dialogs'
import { type InviteLink, revokeInviteLink } from '@grouplight/contract/invite-link.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { dateFormat, localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { InviteLinkButtons } from './invite-link-buttons.tsx'
import { inviteLinksQuery, type LinkChoices } from './invite-link-queries.ts'
import classes from './invite-links.module.css'
import { LinkChoicesDialog } from './link-choices-dialog.tsx'

type InviteLinksSectionProps = {
  groupId: string
  choices: LinkChoices
  onChange: (choices: LinkChoices) => void
}

export function InviteLinksSection({ groupId, choices, onChange }: InviteLinksSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isChanging, setChanging] = useState(false)
  const { data: groupName = '' } = useQuery({ ...groupQuery(groupId), select: ({ name }) => name })
  const onFocus = useLostFocus(heading)
  const now = useNow()
  const { data: links, isError } = useQuery(inviteLinksQuery(groupId))
  const open = links?.filter(({ expiresAt }) => Date.parse(expiresAt) > now) ?? []
  return (
    <section className={classes.section} aria-labelledby="by-link" onFocus={onFocus}>
      <h3 id="by-link" ref={heading} tabIndex={-1}>
        {invitationDialogTexts.byLink}
      </h3>
      <InviteLinkButtons groupId={groupId} groupName={groupName} choices={choices} />
      <div className={classes.choices}>
        <p className={classes.hint}>{validityText(choices, open)}</p>
        <Button variant="subtle" onClick={() => setChanging(true)}>
          {invitationDialogTexts.change}
        </Button>
      </div>
      <LinkChoicesDialog
        choices={choices}
        onChange={onChange}
        opened={isChanging}
        onClose={() => setChanging(false)}
      />
      {!links && isError && <AlertText error={invitationDialogTexts.linksNotLoaded} />}
      {open.length > 0 && (
        <ul className={`${section.list} ${classes.list}`} aria-label={invitationDialogTexts.links}>
          {open.map(link => (
            <InviteLinkItem key={link.id} groupId={groupId} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What the next tap passes on: a new link, or the one with these choices that already works. */
function validityText({ lifetime, maxUses, needsApproval }: LinkChoices, links: InviteLink[]): string {
  const same = links.find(
    link =>
      Date.parse(link.expiresAt) - Date.parse(link.createdAt) === lifetime * 60_000 &&
      link.maxUses === maxUses &&
      link.needsApproval === needsApproval,
  )
  const validity = same
    ? invitationDialogTexts.worksUntil({
        when: formatMoment(new Date(same.expiresAt)),
        count: maxUses - same.uses,
      })
    : invitationDialogTexts.worksFor({ time: invitationDialogTexts[`lifetimes.${lifetime}`], count: maxUses })
  return needsApproval ? `${validity} ${invitationDialogTexts.askedFirst}` : validity
}

const formatMoment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

function InviteLinkItem({ groupId, link }: { groupId: string; link: InviteLink }) {
  const { id: linkId, createdAt, expiresAt, uses, maxUses, needsApproval } = link
  const id = useId()
  const revoking = useMutation({
    mutationFn: () => call(revokeInviteLink, { params: { groupId, linkId } }),
    onSuccess: (_, __, ___, { client }) =>
      client.setQueryData(inviteLinksQuery(groupId).queryKey, cached =>
        cached?.filter(other => other.id !== linkId),
      ),
  })
  return (
    <li className={section.item}>
      <div id={id} className={`${section.grow} ${classes.about}`}>
        <span className={classes.label}>
          <Phrase
            text={invitationDialogTexts.endsAt}
            when={<time dateTime={expiresAt}>{formatMoment(new Date(expiresAt))}</time>}
          />
        </span>
        <small className={section.muted}>
          <Phrase
            text={invitationDialogTexts.madeOn}
            day={<time dateTime={createdAt}>{localDay(createdAt)}</time>}
          />
          {` · ${invitationDialogTexts.used({ uses, most: maxUses })}`}
          {needsApproval && ` · ${invitationDialogTexts.youLetIn}`}
        </small>
      </div>
      <Button
        variant="subtle"
        color="red"
        aria-describedby={id}
        pending={revoking.isPending}
        onClick={() => revoking.mutate()}
      >
        {invitationDialogTexts.revoke}
      </Button>
      {revoking.isError && (
        <AlertText error={invitationDialogTexts.notRevoked({ why: problemText(revoking.error) })} />
      )}
    </li>
  )
}
